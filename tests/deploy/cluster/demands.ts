import { readFileSync } from 'node:fs'
import { inRepository } from '@jaanch/infra/local/paths'
import { loadConfig } from '@jaanch/platform/config'
import { poolSizes } from '@jaanch/platform/http/bounds'
import { knownVariables } from '@jaanch/platform/settings'
import { exportedNames, metricsNamed } from '../monitoring/metrics-named.ts'
import { secretFilesOf, variablesOf } from './environment.ts'
import {
  isOurs,
  type KubernetesObject,
  ofKind,
  replicasOf,
  selects,
  titleOf,
  type Workload,
  workloadsOf,
} from './objects.ts'

type Container = Workload['containers'][number]
type Objects = readonly KubernetesObject[]

const { version } = JSON.parse(readFileSync(inRepository('package.json'), 'utf8')) as { version: string }

/** The secrets that each process gets, by its command. No other may know them. */
const secretsOf: Record<string, string> = {
  'services/api/src/main.ts': 'DATABASE_PASSWORD JWT_SECRET REDIS_PASSWORD SECOND_FACTOR_KEY',
  'services/workers/src/main.ts': 'DATABASE_PASSWORD REDIS_PASSWORD SMS_GATEWAY SMTP_URL',
  'services/projector/src/main.ts': 'DATABASE_PASSWORD',
  'infra/deploy/compose/wait-for-migrations.ts': 'DATABASE_PASSWORD',
  'infra/deploy/compose/migrate.ts': 'DATABASE_OWNER_PASSWORD DATABASE_PASSWORD',
  'infra/ops/main.ts': 'DATABASE_OWNER_PASSWORD DATABASE_PASSWORD',
}
/** Connections of one process: docs/limits.md. A projector that builds tables, with a run */
const connectionsOf: Record<string, number> = {
  api: Object.values(poolSizes).reduce((sum, { max }) => sum + max, 1),
  workers: 21,
  projector: 15,
}
/** Commands of operators, and what Postgres keeps for superusers */
const otherConnections = 12 + 3
/** Five seconds to close the sockets, eight for what is under way: `stopWithinMs` of packages/platform/src/service.ts */
const afterDrain = 13

/** Demands on each container of a workload that no schema of Kubernetes knows. */
export const ofContainers: Record<
  string,
  (container: Container, workload: Workload, objects: Objects) => unknown
> = {
  'is not root, and may neither gain privileges nor write to its image': (
    { securityContext },
    { template },
  ) => {
    const { spec } = template
    const pod = spec?.securityContext
    const isRestricted = pod?.runAsNonRoot && pod.runAsUser && pod.seccompProfile?.type === 'RuntimeDefault'
    const seesNode =
      spec?.hostNetwork || spec?.hostPID || spec?.hostIPC || spec?.volumes?.some(({ hostPath }) => hostPath)
    const { allowPrivilegeEscalation, readOnlyRootFilesystem, capabilities } = securityContext ?? {}
    return (
      isRestricted &&
      !seesNode &&
      spec?.automountServiceAccountToken === false &&
      allowPrivilegeEscalation === false &&
      readOnlyRootFilesystem &&
      capabilities?.drop?.join() === 'ALL' &&
      !capabilities.add
    )
  },
  'has requests and limits of CPU and memory': ({ resources: { requests, limits } = {} }) =>
    requests?.cpu && requests.memory && limits?.cpu && limits.memory,
  'has three probes of its own ports, if it serves': (container, { isService }) =>
    !isService ||
    container.isInit ||
    [container.startupProbe, container.livenessProbe, container.readinessProbe].every((probe) => {
      const port = (probe?.httpGet ?? probe?.tcpSocket)?.port
      return probe && (port === undefined || container.ports?.some(({ name }) => name === port))
    }),
  'is of this release, and waits for its migrations': (container, { object, containers }) =>
    (isOurs(container) ? container.image?.endsWith(`:${version}`) : !container.image?.endsWith(':latest')) &&
    (object.kind !== 'Deployment' ||
      containers.some(
        ({ isInit, command }) => isInit && command?.at(-1) === 'infra/deploy/compose/wait-for-migrations.ts',
      )),
  'mounts volumes, Secrets and ConfigMaps that are there': (container, { template, object }, objects) => {
    const has = (kind: string, name: unknown) =>
      ofKind(objects, kind).some(({ metadata }) => metadata.name === name)
    const claimed = (object.spec.volumeClaimTemplates ?? []) as KubernetesObject[]
    const volumes = template.spec?.volumes ?? []
    return (
      (container.volumeMounts ?? []).every(
        ({ name }) =>
          volumes.some((each) => each.name === name) ||
          claimed.some(({ metadata }) => metadata.name === name),
      ) &&
      (container.envFrom ?? []).every(({ configMapRef }) => has('ConfigMap', configMapRef?.name)) &&
      volumes.every(
        ({ secret, persistentVolumeClaim: claim }) =>
          (!secret || secret.optional || has('Secret', secret.secretName)) &&
          (!claim || has('PersistentVolumeClaim', claim.claimName)),
      )
    )
  },
  'gets variables that its process accepts, and the secrets that it needs, as files alone': (
    container,
    workload,
    objects,
  ) => {
    if (!isOurs(container)) return true
    const variables = Object.entries(variablesOf(container, objects))
    const files = secretFilesOf(workload, container, objects)
    const withoutFile = (name: string) => name.replace(/_FILE$/, '')
    const secrets = variables.filter(([name]) => name.endsWith('_FILE'))
    // throws what the process itself would say
    loadConfig(
      Object.fromEntries(variables.map(([name, value]) => [withoutFile(name), files.get(value) ?? value])),
    )
    const program = /\S+\.ts/.exec(container.command?.join(' ') ?? '')?.[0] ?? ''
    return (
      variables.every(([name]) => knownVariables.includes(withoutFile(name))) &&
      variables.every(([, value]) => !/:\/\/[^@/]*:[^@/]*@/.test(value)) &&
      secrets.every(([, path]) => files.has(path)) &&
      secrets
        .map(([name]) => withoutFile(name))
        .sort()
        .join(' ') === secretsOf[program]
    )
  },
  'has the time to end': (container, { template, component }, objects) => {
    if (!isOurs(container)) return true
    const drain = Number(variablesOf(container, objects).DRAIN_SECONDS ?? 0)
    const grace = template.spec?.terminationGracePeriodSeconds ?? 30
    return grace >= drain + afterDrain && (component !== 'api' || container.isInit || drain >= 3)
  },
}

const hasPort = ({ containers }: Workload, port: unknown) =>
  containers.some(({ ports = [] }) => ports.some((each) => each.name === port || each.containerPort === port))
const deploymentsOf = (objects: Objects) =>
  workloadsOf(objects).filter(({ object }) => object.kind === 'Deployment')

/** Demands on the objects of an overlay together: each gives the names of those for which it does not. */
export const ofOverlays: Record<string, (objects: Objects) => string[]> = {
  'has everything in its namespace': (objects) =>
    objects
      .filter(({ kind, metadata }) => kind !== 'Namespace' && metadata.namespace !== 'jaanch')
      .map(titleOf),
  'replaces pods of Deployments without a gap, and drains nodes one pod at a time': (objects) =>
    deploymentsOf(objects)
      .filter((each) => {
        const { maxUnavailable, maxSurge } = each.object.spec.strategy?.rollingUpdate ?? {}
        const budgets = ofKind(objects, 'PodDisruptionBudget').filter(({ spec }) =>
          selects(spec.selector, each.labels),
        )
        const { scalers, replicas, min, max } = replicasOf(each, objects)
        const isScaledOnce = scalers.length + Number(replicas !== undefined) === 1 && min <= max && min > 1
        return !(
          maxUnavailable === 0 &&
          maxSurge > 0 &&
          budgets.length === 1 &&
          budgets[0]?.spec.maxUnavailable === 1 &&
          isScaledOnce
        )
      })
      .map(({ title }) => title),
  'keeps the projectors of the release before while its API pods are replaced': (objects) =>
    deploymentsOf(objects)
      .filter(({ component, object }) => component === 'projector' && !(object.spec.minReadySeconds >= 600))
      .map(({ title }) => title),
  'leads Services, Ingresses and monitors to pods with these ports': (objects) => {
    const workloads = workloadsOf(objects)
    const services = ofKind(objects, 'Service')
    const lost = services.filter(({ spec }) => {
      const targets = workloads.filter(({ labels }) => selects({ matchLabels: spec.selector }, labels))
      const ports = spec.ports as { targetPort: string }[]
      return (
        targets.length === 0 ||
        !ports.every(({ targetPort }) => targets.every((each) => hasPort(each, targetPort)))
      )
    })
    const lostIngresses = ofKind(objects, 'Ingress').filter(({ spec }) => {
      const backends = [...JSON.stringify(spec.rules).matchAll(/"name":"(\w+)","port":\{"name":"(\w+)"\}/g)]
      return (
        backends.length === 0 ||
        !backends.every(([, name, port]) =>
          services.some(
            (each) =>
              each.metadata.name === name &&
              each.spec.ports.some((one: { name: string }) => one.name === port),
          ),
        )
      )
    })
    const clusters = ofKind(objects, 'Cluster').map(({ metadata }) => metadata.name)
    const lostMonitors = ofKind(objects, 'PodMonitor').filter(({ spec }) => {
      // the operator makes these pods
      const cluster = spec.selector.matchLabels?.['cnpg.io/cluster']
      if (cluster !== undefined) return !clusters.includes(cluster)
      const targets = workloads.filter(({ labels }) => selects(spec.selector, labels))
      const ports = spec.podMetricsEndpoints as { port: string }[]
      return targets.length === 0 || !ports.every(({ port }) => targets.every((each) => hasPort(each, port)))
    })
    return [...lost, ...lostIngresses, ...lostMonitors].map(titleOf)
  },
  'takes its own pods alone': (objects) => {
    const workloads = workloadsOf(objects)
    return workloads
      .filter(({ object, title, labels }) => {
        const { selector } = object.spec
        const selected = selector ? workloads.filter((each) => selects(selector, each.labels)) : []
        return selector && (!selects(selector, labels) || selected.some((each) => each.title !== title))
      })
      .map(({ title }) => title)
  },
  'scales by metrics that are exported': (objects) =>
    ofKind(objects, 'ScaledObject').flatMap(({ spec }) =>
      metricsNamed(JSON.stringify(spec.triggers)).filter((metric) => !exportedNames.has(metric)),
    ),
  'has connections to Postgres for all processes, while each Deployment has one pod more': (objects) => {
    const needed = deploymentsOf(objects)
      .map((each) => (connectionsOf[each.component] ?? 0) * (replicasOf(each, objects).max + 1))
      .reduce((sum, each) => sum + each, otherConnections)
    const limit = maxConnections(objects)
    return limit === undefined || needed <= limit ? [] : [`${needed} of ${limit} connections`]
  },
}

/** Undefined where somebody else runs Postgres */
function maxConnections(objects: Objects): number | undefined {
  const [cluster] = ofKind(objects, 'Cluster')
  if (cluster) return Number(cluster.spec.postgresql.parameters.max_connections)
  const [set] = workloadsOf(objects).filter(({ component }) => component === 'postgres')
  const found = set?.containers[0]?.args?.join(' ').match(/max_connections=(\d+)/)
  return found ? Number(found[1]) : undefined
}
