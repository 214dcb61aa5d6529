import type { IVolume } from 'kubernetes-models/v1/Volume'
import { type KubernetesObject, ofKind, type Workload, workloadsOf } from '../objects.ts'

/** What pods refer to is there: volumes, Secrets and their keys, ConfigMaps, claims, service accounts. */
export function checkReferences(objects: readonly KubernetesObject[]): string[] {
  const names = (kind: string) => new Set(ofKind(objects, kind).map(({ metadata }) => metadata.name))
  const secrets = new Map(ofKind(objects, 'Secret').map((each) => [each.metadata.name, each.data ?? {}]))
  const [configMaps, claims, accounts] = ['ConfigMap', 'PersistentVolumeClaim', 'ServiceAccount'].map(names)

  function checkVolume({ name, ...volume }: IVolume): string[] {
    const items = (volume.projected?.sources ?? []).flatMap(({ secret }) =>
      (secret?.items ?? [undefined]).map((item) => ({ secret: secret?.name ?? '', key: item?.key })),
    )
    const { secret: plain, persistentVolumeClaim: claim } = volume
    if (plain && !plain.optional) items.push({ secret: plain.secretName ?? '', key: undefined })
    return [
      ...items
        .filter(({ secret, key }) => !secrets.has(secret) || (key && !(key in (secrets.get(secret) ?? {}))))
        .map(({ secret, key }) => `volume ${name} needs ${key ?? 'all'} of secret/${secret}`),
      ...(claim && !claims?.has(claim.claimName)
        ? [`volume ${name} needs the claim ${claim.claimName}`]
        : []),
    ]
  }

  function checkWorkload({ object, template, containers }: Workload): string[] {
    const { volumes = [], serviceAccountName = '' } = template.spec ?? {}
    const claimed = (object.spec.volumeClaimTemplates ?? []) as KubernetesObject[]
    const present = new Set([...volumes, ...claimed.map(({ metadata }) => metadata)].map(({ name }) => name))
    return [
      ...volumes.flatMap(checkVolume),
      ...(accounts?.has(serviceAccountName) ? [] : [`service account ${serviceAccountName} is missing`]),
      ...containers.flatMap(({ name, volumeMounts = [], envFrom = [] }) => [
        ...volumeMounts
          .filter((mount) => !present.has(mount.name))
          .map((mount) => `${name} mounts ${mount.name}, which is missing`),
        ...envFrom
          .filter(({ configMapRef }) => !configMaps?.has(configMapRef?.name ?? ''))
          .map(({ configMapRef }) => `${name} needs configmap/${configMapRef?.name}`),
      ]),
    ]
  }

  return workloadsOf(objects).flatMap((workload) =>
    checkWorkload(workload).map((fault) => `${workload.title}: ${fault}`),
  )
}
