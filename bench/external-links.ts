import { checkExternal } from '../src/links/external/check-external.ts';
import { DEFAULT_EXTERNAL_OPTIONS } from '../src/links/external/external-check.ts';
import { MACHINE_CLOCK } from '../src/links/external/pacing.ts';
import { createNetwork } from '../src/links/external/request.ts';
import { startLinkServer } from '../test/support/link-server/link-server.ts';

// Checks 200 addresses on 20 hosts of this machine, each of which takes 100 ms to answer; one rejects everything (429) for
// its first second. Prints the time and the minimum that the limits per host allow. The hosts are 127.0.0.1 to
// 127.0.0.20, which all exist on Linux; macOS has only the first.
const HOSTS = 20;
const ADDRESSES = 10;
const ANSWER_MS = 100;
const PAUSE_MS = 1000;

const servers = await Promise.all(
  Array.from({ length: HOSTS }, (_, index) =>
    startLinkServer({
      address: `127.0.0.${index + 1}`,
      delayMs: ANSWER_MS,
      busyMs: index === 7 ? PAUSE_MS : 0,
    }),
  ),
);
const targets = servers.flatMap(({ origin }) =>
  Array.from({ length: ADDRESSES }, (_, index) => ({
    url: `${origin}/ok?${index}`,
    wantsIds: false,
  })),
);
const options = { ...DEFAULT_EXTERNAL_OPTIONS, allowPrivate: true };
const network = await createNetwork({ ...options, env: {} });

const cpu = process.cpuUsage();
const start = performance.now();
const outcomes = await checkExternal(targets, options, {
  clock: MACHINE_CLOCK,
  send: network.send,
});
await network.close();
const elapsed = performance.now() - start;
const { user, system } = process.cpuUsage(cpu);

const spread = (ADDRESSES - 1) * options.intervalMs + ANSWER_MS;
const best = ANSWER_MS + PAUSE_MS + spread;
const arrivals = servers.flatMap((server) => server.arrivals);
const notOk = [...outcomes.values()].filter(({ kind }) => kind !== 'ok');
const gaps = servers.flatMap((server) =>
  server.arrivals.slice(1).map(({ at }, index) => at - (server.arrivals[index]?.at ?? 0)),
);

console.log(`addresses ${targets.length}   requests ${arrivals.length}   not ok ${notOk.length}`);
console.log(
  `time ${elapsed.toFixed(0)} ms   best ${best} ms   ratio ${(elapsed / best).toFixed(2)}`,
);
console.log(`in flight at most ${Math.max(...arrivals.map(({ inFlight }) => inFlight))} of a host`);
console.log(`apart at least ${Math.min(...gaps).toFixed(0)} ms as they arrive`);
console.log(`CPU ${((user + system) / 1e6).toFixed(2)} s, servers included`);
await Promise.all(servers.map(({ close }) => close()));
