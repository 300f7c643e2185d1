import { wordSet } from '../../project/text';
import type { UsesService } from '../effect';

interface Verb {
  readonly name: string;
  readonly access: UsesService['access'];
}

const reading = wordSet(
  'get mget strlen getrange substr exists type ttl pttl expiretime pexpiretime keys scan randomkey dbsize info ping echo time lastsave ' +
    'llen lrange lindex lpos hget hmget hgetall hkeys hvals hlen hexists hscan hstrlen hrandfield smembers scard sismember smismember ' +
    'srandmember sscan sinter sunion sdiff sintercard zrange zrevrange zrangebyscore zrevrangebyscore zrangebylex zcard zcount zscore ' +
    'zmscore zrank zrevrank zscan zlexcount xrange xrevrange xlen xinfo xpending bitcount bitpos getbit pfcount geodist geohash geopos ' +
    'geosearch command role dump help hello quit touch',
);
const destroying = wordSet('flushall flushdb shutdown swapdb');
/** Commands that destroy by their second word, or from inside a script. */
const destroyingWords =
  /^(?:debug\s+flushall|cluster\s+(?:reset|flushslots|forget)|xgroup\s+destroy|acl\s+deluser|ft\.drop\w*)|^eval\w*\s.*\bflush(?:all|db)\b/;
const groups: Readonly<Record<string, RegExp>> = {
  config: /^(?:get|help)$/,
  client: /^(?:list|info|id|getname|help)$/,
  memory: /^(?:usage|stats|doctor|help)$/,
  object: /^(?:encoding|freq|idletime|refcount|help)$/,
  cluster: /^(?:info|nodes|slots|shards|keyslot|countkeysinslot|myid)$/,
  slowlog: /^(?:get|len)$/,
  latency: /^(?:doctor|history|latest|graph)$/,
  acl: /^(?:whoami|cat|list|users)$/,
};

/** What the first command of a text for a Redis server does; undefined for text that holds none. */
export function redisVerb(text: string): Verb | undefined {
  const lines = text.split(/\r?\n|\\r\\n/).map((line) => line.trim().toLowerCase());
  for (const line of lines) {
    const name = line.split(/\s+/)[0] ?? '';
    if (destroying.has(name) || destroyingWords.test(line)) return { name, access: 'destroy' };
  }
  const [name = '', sub = ''] = (lines.find((line) => line !== '' && !/^[*$]\d/.test(line)) ?? '').split(/\s+/);
  if (name === '') return undefined;
  const group = groups[name];
  const read = group === undefined ? reading.has(name) : group.test(sub);
  return { name: group === undefined ? name : `${name} ${sub}`, access: read ? 'read' : 'change' };
}
