let last: Promise<unknown> = Promise.resolve()

/** Calls one after the other, in their order, whatever table their rows are of: what ends the process ends it for one row only. */
export function runAlone<Result>(work: () => Promise<Result>): Promise<Result> {
  const turn = last.then(work)
  last = turn.catch(() => {})
  return turn
}
