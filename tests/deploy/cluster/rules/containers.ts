import type { IContainer } from 'kubernetes-models/v1/Container'
import { type KubernetesObject, type Workload, workloadsOf } from '../objects.ts'

const probes = ['startupProbe', 'livenessProbe', 'readinessProbe'] as const

/** Pods are of Kubernetes' level `restricted`, and each container is bounded and, if it serves, probed. */
export function checkContainers(objects: readonly KubernetesObject[]): string[] {
  return workloadsOf(objects).flatMap((workload) => [
    ...checkPod(workload),
    ...workload.containers.flatMap((container) =>
      [
        ...checkRestrictions(container),
        ...checkResources(container),
        ...(workload.isService && !container.isInit ? checkProbes(container) : []),
      ].map((fault) => `${workload.title}, ${container.name}: ${fault}`),
    ),
  ])
}

function checkPod({ title, template }: Workload): string[] {
  const { spec } = template
  const { securityContext: context } = spec ?? {}
  const faults = [
    !context?.runAsNonRoot && 'may run as root',
    !context?.runAsUser && 'runs as root or as an unknown user',
    context?.seccompProfile?.type !== 'RuntimeDefault' && 'has no seccomp profile',
    (spec?.hostNetwork || spec?.hostPID || spec?.hostIPC) && 'shares something with its node',
    spec?.volumes?.some(({ hostPath }) => hostPath) && 'sees files of its node',
    spec?.automountServiceAccountToken !== false && "gets a token of Kubernetes' API",
    spec?.enableServiceLinks !== false && 'gets the addresses of Services as variables',
  ]
  return faults.filter((fault) => typeof fault === 'string').map((fault) => `${title} ${fault}`)
}

function checkRestrictions({ securityContext: context }: IContainer): string[] {
  const faults = [
    context?.allowPrivilegeEscalation !== false && 'may gain privileges',
    context?.readOnlyRootFilesystem !== true && 'may write to its image',
    context?.capabilities?.drop?.join() !== 'ALL' && 'keeps capabilities',
    context?.capabilities?.add && 'adds capabilities',
    context?.privileged && 'is privileged',
  ]
  return faults.filter((fault) => typeof fault === 'string')
}

function checkResources({ resources }: IContainer): string[] {
  return (['requests', 'limits'] as const).flatMap((bound) =>
    ['cpu', 'memory']
      .filter((resource) => resources?.[bound]?.[resource] === undefined)
      .map((resource) => `has no ${resource} in ${bound}`),
  )
}

function checkProbes(container: IContainer): string[] {
  return probes.flatMap((name) => {
    const probe = container[name]
    if (!probe) return [`has no ${name}`]
    const port = (probe.httpGet ?? probe.tcpSocket)?.port
    const isKnown = port === undefined || container.ports?.some((each) => each.name === port)
    return isKnown ? [] : [`its ${name} asks port ${port}, which it does not have`]
  })
}
