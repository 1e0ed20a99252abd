//! The operations on a queue, each in one step. `KEYS`: version, stream, queued, done; `ARGV`: version, group, and what is said with each.

use redis::Script;

/// Refuses a queue of another version, and begins one that is not there: what was in a stream that is gone is queued no more, so that
/// whoever wants it puts it there again. An entry's name is a millisecond and a number within it: the new stream's begin after all that
/// the old one may have given in this millisecond, so that what a worker still has of that is nothing here.
const CHECKED: &str = "
local found = redis.call('hget', KEYS[1], 'version')
if not found then
  redis.call('hset', KEYS[1], 'version', ARGV[1])
elseif found ~= ARGV[1] then
  return redis.error_reply('ISOTOPEVERSION ' .. found)
end
local work, queued, done, group = KEYS[2], KEYS[3], KEYS[4], ARGV[2]
if redis.call('exists', work) == 0 then
  redis.call('del', queued)
  redis.call('xgroup', 'create', work, group, '0', 'mkstream')
  local now = redis.call('time')
  local within = now[2] % 1000
  redis.call('xsetid', work, string.format('%.0f-%.0f', now[1] * 1000 + (now[2] - within) / 1000, within * 1000000 + 1))
end
local function remove(id)
  redis.call('xack', work, group, id)
  redis.call('xdel', work, id)
end
";

/// A bound, then keys and items in turns.
const ADD: &str = "
local added = 0
for at = 4, #ARGV, 2 do
  if redis.call('hexists', queued, ARGV[at]) == 0 then
    if redis.call('xlen', work) >= tonumber(ARGV[3]) then return redis.error_reply('ISOTOPEFULL') end
    local id = redis.call('xadd', work, '*', 'key', ARGV[at], 'item', ARGV[at + 1])
    redis.call('hset', queued, ARGV[at], id)
    redis.call('hdel', done, ARGV[at])
    added = added + 1
  end
end
return added";

/// Keys.
const WITHDRAW: &str = "
local gone = 0
for at = 3, #ARGV do
  local id = redis.call('hget', queued, ARGV[at])
  if id and #redis.call('xpending', work, group, id, id, 1) == 0 then
    redis.call('xdel', work, id)
    redis.call('hdel', queued, ARGV[at])
    gone = gone + 1
  end
end
return gone";

/// Worker, count, milliseconds after which what nobody holds is anybody's. An entry that is none of ours goes.
const CLAIM: &str = "
local worker, count, idle = ARGV[3], tonumber(ARGV[4]), ARGV[5]
local taken = {}
local function take(entries)
  for _, entry in ipairs(entries) do
    local id, fields = entry[1], entry[2]
    if fields and fields[1] == 'key' and fields[3] == 'item' and redis.call('hget', queued, fields[2]) == id then
      local held = redis.call('xpending', work, group, id, id, 1)
      table.insert(taken, {id, fields[2], fields[4], held[1] and held[1][4] or 1})
    else
      remove(id)
    end
  end
end
local from = '0-0'
repeat
  local left = redis.call('xautoclaim', work, group, worker, idle, from, 'count', count - #taken)
  from = left[1]
  take(left[2])
until from == '0-0' or #taken >= count
while #taken < count do
  local new = redis.call('xreadgroup', 'group', group, worker, 'count', count - #taken, 'streams', work, '>')
  if not new or not new[1] then break end
  take(new[1][2])
end
return taken";

/// Worker, entry.
const HOLD: &str = "
local held = redis.call('xpending', work, group, ARGV[4], ARGV[4], 1)
if not held[1] or held[1][2] ~= ARGV[3] then return 0 end
redis.call('xclaim', work, group, ARGV[3], 0, ARGV[4], 'justid')
return 1";

/// Entry, key, outcome, seconds for which it is kept. The key may have another entry after the Redis lost its memory.
const FINISH: &str = "
local id = redis.call('hget', queued, ARGV[4])
remove(ARGV[3])
if not id then return 0 end
remove(id)
redis.call('hdel', queued, ARGV[4])
redis.call('hset', done, ARGV[4], ARGV[5])
redis.call('expire', done, ARGV[6])
return 1";

/// Entry, key, item.
const GIVE_BACK: &str = "
remove(ARGV[3])
if redis.call('hget', queued, ARGV[4]) ~= ARGV[3] then return 0 end
redis.call('hset', queued, ARGV[4], redis.call('xadd', work, '*', 'key', ARGV[4], 'item', ARGV[5]))
return 1";

/// Worker. One that still has something stays, so that it is found.
const LEAVE: &str = "
if #redis.call('xpending', work, group, '-', '+', 1, ARGV[3]) == 0 then
  redis.call('xgroup', 'delconsumer', work, group, ARGV[3])
end
return 1";

pub(super) struct Scripts {
    pub(super) add: Script,
    pub(super) withdraw: Script,
    pub(super) claim: Script,
    pub(super) hold: Script,
    pub(super) finish: Script,
    pub(super) give_back: Script,
    pub(super) leave: Script,
}

impl Scripts {
    pub(super) fn new() -> Self {
        let script = |text: &str| Script::new(&format!("{CHECKED}{text}"));
        Scripts {
            add: script(ADD),
            withdraw: script(WITHDRAW),
            claim: script(CLAIM),
            hold: script(HOLD),
            finish: script(FINISH),
            give_back: script(GIVE_BACK),
            leave: script(LEAVE),
        }
    }
}
