import type { IContainer } from 'kubernetes-models/v1/Container'
import type { IPodTemplateSpec } from 'kubernetes-models/v1/PodTemplateSpec'

export type Labels = Record<string, string>

/** The fields that all kinds have. The fields of `spec` are known once the schema of the kind was checked. */
export type KubernetesObject = {
  apiVersion: string
  kind: string
  metadata: { name: string; namespace?: string; labels?: Labels; annotations?: Labels }
  // biome-ignore lint/suspicious/noExplicitAny: each kind has another one
  spec: any
  type?: string
  data?: Record<string, string>
}

/** Something that makes pods, with the template of them. */
export type Workload = {
  /** Kind and name, for messages */
  title: string
  object: KubernetesObject
  /** `app.kubernetes.io/component` */
  component: string
  template: IPodTemplateSpec
  labels: Labels
  /** Init containers first */
  containers: (IContainer & { isInit: boolean })[]
  /** It answers until it is stopped, as opposed to a Job */
  isService: boolean
}

const componentLabel = 'app.kubernetes.io/component'

/** Kind and name, as kubectl writes them. */
export const titleOf = ({ kind, metadata }: KubernetesObject): string =>
  `${kind.toLowerCase()}/${metadata.name}`

export const ofKind = (objects: readonly KubernetesObject[], ...kinds: string[]): KubernetesObject[] =>
  objects.filter(({ kind }) => kinds.includes(kind))

/** All that makes pods, but CloudNativePG's Cluster, whose pods the operator defines. */
export function workloadsOf(objects: readonly KubernetesObject[]): Workload[] {
  return ofKind(objects, 'Deployment', 'StatefulSet', 'Job', 'CronJob').map((object) => {
    const job = object.kind === 'CronJob' ? object.spec.jobTemplate : object
    const template = job.spec.template as IPodTemplateSpec
    const labels = { ...template.metadata?.labels }
    const { initContainers = [], containers = [] } = template.spec ?? {}
    return {
      title: titleOf(object),
      object,
      component: labels[componentLabel] ?? '',
      template,
      labels,
      containers: [
        ...initContainers.map((each) => ({ ...each, isInit: true })),
        ...containers.map((each) => ({ ...each, isInit: false })),
      ],
      isService: ['Deployment', 'StatefulSet'].includes(object.kind),
    }
  })
}

/** The image of the services, whatever registry it comes from */
export const isOurs = ({ image }: IContainer): boolean => /(^|\/)jaanch:/.test(image ?? '')

/** How many pods there are at least and at most, by the workload's replicas or by what scales it. */
export function replicasOf(workload: Workload, objects: readonly KubernetesObject[]) {
  const scalers = ofKind(objects, 'ScaledObject', 'HorizontalPodAutoscaler').filter(
    ({ spec }) => spec.scaleTargetRef.name === workload.object.metadata.name,
  )
  const replicas = workload.object.spec.replicas as number | undefined
  const [scaler] = scalers
  return {
    scalers,
    replicas,
    min: scaler ? (scaler.spec.minReplicaCount ?? scaler.spec.minReplicas) : (replicas ?? 1),
    max: scaler ? (scaler.spec.maxReplicaCount ?? scaler.spec.maxReplicas) : (replicas ?? 1),
  }
}

type Selector = {
  matchLabels?: Labels
  matchExpressions?: { key: string; operator: string; values?: string[] }[]
}

/** Whether a label selector selects these labels; an empty one selects everything. @throws Error for an operator that is not used yet */
export function selects(selector: Selector, labels: Labels): boolean {
  const { matchLabels = {}, matchExpressions = [] } = selector
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values = [] }) => {
      if (operator !== 'In') throw new Error(`the operator ${operator} is not known to this test`)
      return values.includes(labels[key] ?? '')
    })
  )
}
