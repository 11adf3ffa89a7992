// What libdispatch exports for a main loop that is not its own, as Foundation's is; it has no public header.
#pragma once

/// An eventfd that becomes readable when the main queue has work. From the first call on, the work waits for
/// `_dispatch_main_queue_callback_4CF`.
int _dispatch_get_main_queue_handle_4CF(void);

/// Does all of that work. Only on the main thread.
void _dispatch_main_queue_callback_4CF(void *_Null_unspecified message);
