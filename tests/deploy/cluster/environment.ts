import type { IContainer } from 'kubernetes-models/v1/Container'
import { type KubernetesObject, ofKind, type Workload } from './objects.ts'

/** The variables of a container, as they stand in its manifest and its ConfigMaps: NAME_FILE is a path. */
export function variablesOf(
  container: IContainer,
  objects: readonly KubernetesObject[],
): Record<string, string> {
  const configMaps = ofKind(objects, 'ConfigMap')
  const shared = (container.envFrom ?? []).map(
    ({ configMapRef }) => configMaps.find(({ metadata }) => metadata.name === configMapRef?.name)?.data,
  )
  const own = Object.fromEntries((container.env ?? []).map(({ name, value }) => [name, value ?? '']))
  return Object.assign({}, ...shared, own)
}

/** The contents of the files of Secrets that a container sees, by their paths. */
export function secretFilesOf(
  { template }: Workload,
  container: IContainer,
  objects: readonly KubernetesObject[],
): Map<string, string> {
  const secrets = ofKind(objects, 'Secret')
  const files = new Map<string, string>()
  for (const { name, mountPath } of container.volumeMounts ?? []) {
    const volume = template.spec?.volumes?.find((each) => each.name === name)
    for (const { secret } of volume?.projected?.sources ?? []) {
      const data = secrets.find(({ metadata }) => metadata.name === secret?.name)?.data ?? {}
      for (const { key, path } of secret?.items ?? [])
        files.set(`${mountPath}/${path}`, Buffer.from(data[key] ?? '', 'base64').toString())
    }
  }
  return files
}
