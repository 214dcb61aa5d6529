import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inRepository } from '@jaanch/infra/local/paths'
import { ensureKubectl } from '@jaanch/infra/local/test/kubectl'
import { parseAllDocuments } from 'yaml'
import type { KubernetesObject } from './objects.ts'

/** The directory of the manifests */
export const manifests = inRepository('infra', 'deploy', 'k8s')

export const overlays = ['small', 'managed', 'ha'] as const
type Rendered = Record<(typeof overlays)[number], KubernetesObject[]>

let renderedOverlays: Promise<Rendered> | undefined

/** The objects of the overlays, rendered once in a process. @throws as `renderAll` */
export function renderOverlays(): Promise<Rendered> {
  renderedOverlays ??= renderAll(overlays.map((overlay) => `overlays/${overlay}`)).then(
    (all) => Object.fromEntries(overlays.map((overlay, index) => [overlay, all[index]])) as Rendered,
  )
  return renderedOverlays
}

/**
 * Renders kustomizations as an operator does, with the secrets of the example in place of those that make.sh writes.
 *
 * @param directories in infra/deploy/k8s, such as overlays/small
 * @param options withSecrets: false leaves them out; change: changes the copy of infra/deploy/k8s that is rendered
 * @returns the objects of each, in the order of the directories
 * @throws Error with the message of kubectl
 */
export async function renderAll(
  directories: readonly string[],
  { withSecrets = true, change = (_directory: string) => {} } = {},
): Promise<KubernetesObject[][]> {
  const kubectl = await ensureKubectl(console.log)
  const copy = await mkdtemp(join(tmpdir(), 'jaanch-cluster-'))
  try {
    await cp(manifests, copy, { recursive: true, filter: (path) => !path.endsWith('/secrets/values') })
    const [example, values] = ['example', 'values'].map((name) => join(copy, 'secrets', name))
    if (withSecrets && example && values) await cp(example, values, { recursive: true })
    change(copy)
    return await Promise.all(directories.map((directory) => render(kubectl, join(copy, directory))))
  } finally {
    await rm(copy, { recursive: true })
  }
}

async function render(kubectl: string, directory: string): Promise<KubernetesObject[]> {
  const { stdout } = await promisify(execFile)(kubectl, ['kustomize', directory])
  return parseObjects(stdout)
}

/** The objects of a text with one or more YAML documents. */
export function parseObjects(text: string): KubernetesObject[] {
  return parseAllDocuments(text).flatMap((document) => document.toJS() ?? [])
}
