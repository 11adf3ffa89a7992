// Functions that libdispatch exports for other main loops, such as Foundation's. No public header declares them.
#pragma once

/// Returns an eventfd that is readable when the main queue has work.
///
/// From the first call on, the main queue runs its work only in `_dispatch_main_queue_callback_4CF`.
int _dispatch_get_main_queue_handle_4CF(void);

/// Runs all work on the main queue. Call this function only on the main thread.
void _dispatch_main_queue_callback_4CF(void *_Null_unspecified message);
