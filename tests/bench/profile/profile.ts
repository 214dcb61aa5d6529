/** What V8's profiler writes, and what is made of it. Pure. */
export type CpuProfile = {
  nodes: {
    id: number
    callFrame: { functionName: string; url: string; lineNumber: number }
    children?: number[]
  }[]
  /** µs of the machine's monotonic clock, as process.hrtime has it */
  startTime: number
  samples: number[]
  /** µs before each sample */
  timeDeltas: number[]
}

/** A function as it was called from its parent; times in µs. */
export type Frame = { name: string; self: number; total: number; children: Frame[] }

/** Time in which the thread had nothing to do. */
const idle = new Set(['(idle)', '(program)'])

/**
 * @param from samples before it are left out: those of the start of a process, µs as startTime
 * @returns the calls as a tree, without idle time; calls of one function from one place are one frame
 */
export function buildTree({ nodes, startTime, samples, timeDeltas }: CpuProfile, from = 0): Frame {
  const self = new Map<number, number>()
  let at = startTime
  samples.forEach((id, index) => {
    const delta = timeDeltas[index] ?? 0
    at += delta
    if (at >= from) self.set(id, (self.get(id) ?? 0) + delta)
  })
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const [root] = nodes
  if (!root) throw new Error('The profile is empty')
  return frameOf([root.id])

  function frameOf(ids: readonly number[]): Frame {
    const found = ids.flatMap((id) => byId.get(id) ?? [])
    const groups = Map.groupBy(
      found.flatMap(({ children = [] }) => children).filter((id) => !idle.has(nameOf(id))),
      nameOf,
    )
    const children = [...groups.values()].map(frameOf).sort((a, b) => b.total - a.total)
    const own = ids.reduce((sum, id) => sum + (self.get(id) ?? 0), 0)
    const total = children.reduce((sum, child) => sum + child.total, own)
    return { name: nameOf(ids[0] ?? 0), self: own, total, children }
  }

  function nameOf(id: number): string {
    const { functionName = '', url = '', lineNumber = 0 } = byId.get(id)?.callFrame ?? {}
    const place = shortUrl(url)
    return `${functionName || '(anonymous)'}${place && ` ${place}:${lineNumber + 1}`}`
  }
}

/** Of a package its name and file, of our own code the path in the repository. */
function shortUrl(url: string): string {
  const [, inPackage] = /.*node_modules\/(.+)$/.exec(url) ?? []
  if (inPackage) return inPackage
  return url.replace(/^file:\/\/.*?\/(packages|services|infra|tests)\//, '$1/')
}

/** The functions with the most time of their own, wherever they were called. */
export function topSelfTimes(root: Frame, count: number): { name: string; share: number }[] {
  const times = new Map<string, number>()
  const visit = ({ name, self, children }: Frame): void => {
    times.set(name, (times.get(name) ?? 0) + self)
    for (const child of children) visit(child)
  }
  visit(root)
  return [...times]
    .sort(([, a], [, b]) => b - a)
    .slice(0, count)
    .map(([name, self]) => ({ name, share: self / root.total }))
}
