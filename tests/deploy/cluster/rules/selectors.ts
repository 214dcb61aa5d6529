import { type KubernetesObject, ofKind, selects, titleOf, type Workload, workloadsOf } from '../objects.ts'

/** What selects pods selects those that it should, and the ports that are named exist. */
export function checkSelectors(objects: readonly KubernetesObject[]): string[] {
  const workloads = workloadsOf(objects)
  return [
    ...workloads.flatMap((workload) => checkWorkload(workload, workloads)),
    ...ofKind(objects, 'Service').flatMap((service) => checkService(service, workloads)),
    ...ofKind(objects, 'StatefulSet').flatMap((set) => checkNames(set, objects)),
    ...ofKind(objects, 'Ingress').flatMap((ingress) => checkIngress(ingress, objects)),
    ...ofKind(objects, 'PodDisruptionBudget', 'PodMonitor').flatMap((each) => checkPods(each, workloads)),
  ]
}

const hasPort = ({ containers }: Workload, port: unknown) =>
  containers.some(({ ports = [] }) => ports.some((each) => each.name === port || each.containerPort === port))

/** A workload whose selector fits the pods of another one would take them for its own. */
function checkWorkload({ title, object, labels, template }: Workload, all: Workload[]): string[] {
  const { selector } = object.spec
  const others = selector ? all.filter((each) => each.title !== title && selects(selector, each.labels)) : []
  const spreads = template.spec?.topologySpreadConstraints ?? []
  return [
    ...(selector && !selects(selector, labels) ? [`${title} does not select its own pods`] : []),
    ...others.map((other) => `${title} selects the pods of ${other.title}`),
    ...spreads
      .filter(({ labelSelector }) => !selects(labelSelector ?? {}, labels))
      .map(({ topologyKey }) => `${title} does not spread its own pods by ${topologyKey}`),
  ]
}

function checkService(service: KubernetesObject, workloads: Workload[]): string[] {
  const { selector, ports } = service.spec
  const targets = workloads.filter(({ labels }) => selects({ matchLabels: selector }, labels))
  if (targets.length === 0) return [`${titleOf(service)} leads to no pod`]
  return ports
    .filter(({ targetPort }: { targetPort: string }) => !targets.every((each) => hasPort(each, targetPort)))
    .map(
      ({ targetPort }: { targetPort: string }) =>
        `${titleOf(service)} leads to port ${targetPort}, which its pods do not have`,
    )
}

/** The Service that gives the pods of a StatefulSet their names */
function checkNames({ metadata, spec }: KubernetesObject, objects: readonly KubernetesObject[]): string[] {
  const service = ofKind(objects, 'Service').find((each) => each.metadata.name === spec.serviceName)
  return service?.spec.clusterIP === 'None'
    ? []
    : [`statefulset/${metadata.name} has no headless service/${spec.serviceName}`]
}

function checkIngress(ingress: KubernetesObject, objects: readonly KubernetesObject[]): string[] {
  const services = ofKind(objects, 'Service')
  const hosts = new Set(ingress.spec.tls?.flatMap((each: { hosts: string[] }) => each.hosts))
  type Rule = {
    host: string
    http: { paths: { backend: { service: { name: string; port: { name: string } } } }[] }
  }
  return ingress.spec.rules.flatMap(({ host, http }: Rule) => [
    ...(hosts.has(host) ? [] : [`${titleOf(ingress)}: ${host} has no certificate`]),
    ...http.paths.flatMap(({ backend: { service } }) => {
      const target = services.find(({ metadata }) => metadata.name === service.name)
      const port = target?.spec.ports.find(({ name }: { name: string }) => name === service.port.name)
      return port
        ? []
        : [`${titleOf(ingress)} leads to ${service.name}:${service.port.name}, which is missing`]
    }),
  ])
}

function checkPods(selecting: KubernetesObject, workloads: Workload[]): string[] {
  const { selector, podMetricsEndpoints = [] } = selecting.spec
  const found = workloads.filter(({ labels }) => selects(selector, labels))
  return [
    ...(found.length === 0 ? [`${titleOf(selecting)} selects no pod`] : []),
    ...podMetricsEndpoints
      .filter(({ port }: { port: string }) => !found.every((each) => hasPort(each, port)))
      .map(({ port }: { port: string }) => `${titleOf(selecting)}: not every pod has port ${port}`),
  ]
}
