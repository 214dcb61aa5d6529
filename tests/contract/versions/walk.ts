/** The services of a stack, each of which runs in its old or its new version. */
export const services = ['projector', 'workers', 'api'] as const
export type Service = (typeof services)[number]
type Version = 'old' | 'new'
/** One service is replaced by its other version. */
export type Step = { service: Service; to: Version }

/**
 * A closed walk over all mixes of versions that begins with all services old and makes every possible step exactly once: each
 * service is upgraded and rolled back in each mix of the others. Every order of upgrade and of rollback consists of such steps.
 * (An Eulerian circuit of the directed cube, by Hierholzer's algorithm.)
 */
export function walkOverVersions(): Step[] {
  const stepsFrom = new Map<number, number[]>()
  const walk: number[] = []
  const path = [0]
  while (path.length > 0) {
    const mix = path.at(-1) as number
    const left = stepsFrom.get(mix) ?? services.map((_, service) => service)
    stepsFrom.set(mix, left)
    const service = left.shift()
    if (service === undefined) walk.unshift(path.pop() as number)
    else path.push(mix ^ (1 << service))
  }
  return walk.slice(1).map((mix, index) => stepBetween(walk[index] as number, mix))
}

/** A mix of versions is a number with one bit for each service that is new. */
function stepBetween(from: number, to: number): Step {
  const service = Math.log2(from ^ to)
  return { service: services[service] as Service, to: to > from ? 'new' : 'old' }
}
