import { variablesOf } from '../environment.ts'
import { isOurs, type KubernetesObject, workloadsOf } from '../objects.ts'

/** Five seconds to close the sockets, eight for what is under way: `stopWithinMs` of packages/platform/src/service.ts */
const afterDrain = 13

/** Each process has the time to end by itself, and an API goes on accepting until the proxies know of its end. */
export function checkTermination(objects: readonly KubernetesObject[]): string[] {
  return workloadsOf(objects).flatMap((workload) => {
    const { title, component, template, containers } = workload
    const grace = template.spec?.terminationGracePeriodSeconds ?? 30
    const drains = containers
      .filter(isOurs)
      .map((container) => Number(variablesOf(container, objects).DRAIN_SECONDS ?? 0))
    const drain = Math.max(0, ...drains)
    return [
      ...(component === 'api' && drain < 3 ? [`${title} stops before the proxies know it`] : []),
      ...(grace < drain + afterDrain
        ? [`${title} is killed after ${grace} s, and needs ${drain + afterDrain}`]
        : []),
    ]
  })
}
