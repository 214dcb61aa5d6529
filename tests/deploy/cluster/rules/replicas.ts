import { poolSizes } from '@jaanch/api/bounds'
import { exportedNames, metricsNamed } from '../../monitoring/metrics-named.ts'
import {
  isOurs,
  type KubernetesObject,
  ofKind,
  replicasOf,
  selects,
  titleOf,
  type Workload,
  workloadsOf,
} from '../objects.ts'

/** Connections of one process: "Overload" in docs/operations.md */
const connections: Record<string, number> = {
  api: Object.values(poolSizes).reduce((sum, { max }) => sum + max, 1),
  workers: 21,
  // while it builds tables, with a run
  projector: 15,
}
/** Commands of operators, and what Postgres keeps for superusers */
const otherConnections = 12 + 3

/** How many pods there are: nothing contradicts something else, and Postgres has connections for all of them. */
export function checkReplicas(objects: readonly KubernetesObject[]): string[] {
  const workloads = workloadsOf(objects)
  const deployments = workloads.filter(({ object }) => object.kind === 'Deployment')
  return [
    ...deployments.flatMap((each) => [...checkScaling(each, objects), ...checkRollout(each)]),
    ...deployments.flatMap((each) => checkDisruption(each, objects)),
    ...ofKind(objects, 'ScaledObject', 'HorizontalPodAutoscaler').flatMap((scaler) =>
      checkScaler(scaler, workloads),
    ),
    ...checkConnections(deployments, objects),
  ]
}

/** A Deployment that has both goes back to its `replicas` with each `kubectl apply`. */
function checkScaling(workload: Workload, objects: readonly KubernetesObject[]): string[] {
  const { scalers, replicas, min, max } = replicasOf(workload, objects)
  return [
    ...(scalers.length + Number(replicas !== undefined) === 1
      ? []
      : [`${workload.title} needs either replicas or one scaler`]),
    ...(min > max ? [`${workload.title} is scaled from ${min} to ${max}`] : []),
  ]
}

/** A release never takes away a pod before its successor is ready. */
function checkRollout({ title, object, containers }: Workload): string[] {
  const { maxUnavailable, maxSurge } = object.spec.strategy?.rollingUpdate ?? {}
  const waits = containers.some(
    (each) => each.isInit && each.command?.at(-1) === 'infra/docker/wait-for-migrations.ts',
  )
  return [
    ...(maxUnavailable === 0 && maxSurge > 0
      ? []
      : [`${title} stops pods before their successors are ready`]),
    ...(containers.some(isOurs) && !waits ? [`${title} does not wait for the migrations`] : []),
  ]
}

function checkDisruption(workload: Workload, objects: readonly KubernetesObject[]): string[] {
  const { title, labels } = workload
  const budgets = ofKind(objects, 'PodDisruptionBudget').filter(({ spec }) => selects(spec.selector, labels))
  const [budget] = budgets
  if (!budget || budgets.length > 1) return [`${title} has ${budgets.length} disruption budgets`]
  const { min } = replicasOf(workload, objects)
  const { maxUnavailable, minAvailable } = budget.spec
  const mayGo = maxUnavailable ?? min - minAvailable
  return [
    ...(mayGo >= 1 ? [] : [`${titleOf(budget)} lets no pod of ${min} go: its node cannot be drained`]),
    ...(mayGo < min ? [] : [`${titleOf(budget)} lets all pods of ${title} go`]),
  ]
}

function checkScaler(scaler: KubernetesObject, workloads: Workload[]): string[] {
  const { name } = scaler.spec.scaleTargetRef
  const target = workloads.find(({ object }) => object.kind === 'Deployment' && object.metadata.name === name)
  type Trigger = { type: string; metadata: { query?: string; containerName?: string } }
  const triggers = (scaler.spec.triggers ?? []) as Trigger[]
  return [
    ...(target ? [] : [`${titleOf(scaler)} scales ${name}, which is missing`]),
    ...metricsNamed(JSON.stringify(triggers))
      .filter((metric) => !exportedNames.has(metric))
      .map((metric) => `${titleOf(scaler)} asks for ${metric}, which nobody exports`),
    ...triggers
      .map(({ metadata }) => metadata.containerName)
      .filter((container) => container && !target?.containers.some((each) => each.name === container))
      .map((container) => `${titleOf(scaler)} looks at the container ${container}, which is missing`),
  ]
}

/** At the most, while each Deployment is replaced and has one pod more */
function checkConnections(deployments: Workload[], objects: readonly KubernetesObject[]): string[] {
  const needed = deployments
    .map((each) => (connections[each.component] ?? 0) * (replicasOf(each, objects).max + 1))
    .reduce((sum, each) => sum + each, otherConnections)
  const limit = maxConnections(objects)
  return limit === undefined || needed <= limit
    ? []
    : [`the processes open ${needed} connections, and Postgres allows ${limit}`]
}

function maxConnections(objects: readonly KubernetesObject[]): number | undefined {
  const [cluster] = ofKind(objects, 'Cluster')
  if (cluster) return Number(cluster.spec.postgresql.parameters.max_connections)
  const [set] = workloadsOf(objects).filter(({ component }) => component === 'postgres')
  const found = set?.containers[0]?.args?.join(' ').match(/max_connections=(\d+)/)
  return found ? Number(found[1]) : undefined
}
