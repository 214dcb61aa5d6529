/** Preloaded by each process of the chaos run: its clock is ahead by CLOCK_SKEW_MS (negative: behind). Timers are not affected. */
const skewMs = Number(process.env.CLOCK_SKEW_MS ?? 0)
const RealDate = Date

function now(): number {
  return RealDate.now() + skewMs
}

// a proxy and not a subclass: `instanceof Date` holds for dates of both, and Date() without `new` works too
if (skewMs !== 0) {
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, values, newTarget) =>
      Reflect.construct(target, values.length === 0 ? [now()] : values, newTarget),
    apply: () => new RealDate(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })
}
