import { type KubernetesObject, type Labels, ofKind, selects } from './objects.ts'

/** A pod of ours, or one of another namespace */
export type Peer = { labels: Labels; namespace?: Labels }

type Selector = Parameters<typeof selects>[0]
type Rule = {
  from?: { podSelector?: Selector; namespaceSelector?: Selector; ipBlock?: unknown }[]
  to?: Rule['from']
  ports?: { port: number | string; protocol?: string }[]
}

/** The ports of our pods by their names */
const portNumbers: Record<string, number> = { http: 3000, metrics: 9464, postgres: 5432, redis: 6379 }

/**
 * Whether the network policies let one pod connect to another, as Kubernetes defines it: a direction that some policy of a pod is about
 * is closed but for what one of them allows. Blocks of addresses are outside of the cluster here.
 */
export function isAllowed(
  objects: readonly KubernetesObject[],
  { from, to, port }: { from: Peer; to: Peer; port: number },
): boolean {
  return (
    isOpen(objects, 'Egress', { own: from, other: to, port }) &&
    isOpen(objects, 'Ingress', { own: to, other: from, port })
  )
}

type Direction = 'Ingress' | 'Egress'
type Connection = { own: Peer; other: Peer; port: number }

function isOpen(objects: readonly KubernetesObject[], direction: Direction, connection: Connection): boolean {
  // policies of other namespaces are not ours
  if (connection.own.namespace) return true
  const policies = ofKind(objects, 'NetworkPolicy').filter(
    ({ spec }) => spec.policyTypes.includes(direction) && selects(spec.podSelector, connection.own.labels),
  )
  if (policies.length === 0) return true
  const rules = policies.flatMap(({ spec }) => (spec[direction.toLowerCase()] ?? []) as Rule[])
  return rules.some((rule) => fits(rule, direction === 'Ingress' ? rule.from : rule.to, connection))
}

function fits({ ports }: Rule, peers: Rule['from'], { other, port }: Connection): boolean {
  const isPort = ports?.some((each) => (portNumbers[each.port] ?? each.port) === port) ?? true
  const isPeer =
    peers?.some(({ podSelector, namespaceSelector, ipBlock }) => {
      if (ipBlock) return false
      const isNamespace = namespaceSelector
        ? other.namespace !== undefined && selects(namespaceSelector, other.namespace)
        : other.namespace === undefined
      return isNamespace && selects(podSelector ?? {}, other.labels)
    }) ?? true
  return isPort && isPeer
}
