-- Posts batches in Segment's wire format. Each event has a unique id.
-- Arguments: the number of events in a batch, and a number that distinguishes the ids of this run from other runs.
local size, run, parts, counter = 1, "0", {}, 0
local thread = 0

function setup(worker)
   worker:set("id", thread)
   thread = thread + 1
end

function init(arguments)
   size = tonumber(arguments[1]) or 1
   run = arguments[2] or "0"
   local event = '","anonymousId":null,"userId":"user-4711","timestamp":"2026-11-21T09:30:00.000+00:00",' ..
      '"context":{"library":{"name":"analytics-python","version":"2.4.0"}},"integrations":{},' ..
      '"event":"movie_tapped","properties":{"id":67563,"slug":"67563-daredevil","index":6,"price":19.99,' ..
      '"is_new":true,"list":"trending","rating":8.5}}'
   parts[1] = '{"writeKey":"k","sentAt":"2026-11-21T09:30:00.000Z","batch":[{"type":"track","messageId":"'
   for index = 1, size do
      parts[2 * index] = ""
      parts[2 * index + 1] = event .. (index == size and "]}" or ',{"type":"track","messageId":"')
   end
   wrk.headers["Content-Type"] = "application/json"
   prefix = "b" .. run .. "-" .. id .. "-"
end

function request()
   for index = 1, size do
      counter = counter + 1
      parts[2 * index] = prefix .. counter
   end
   return wrk.format("POST", "/v1/batch", nil, table.concat(parts))
end

function done(summary)
   local size = tonumber(os.getenv("BATCH"))
   io.write(string.format("events/s %.0f errors %d\n", summary.requests * size / (summary.duration / 1e6),
      summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout))
end
