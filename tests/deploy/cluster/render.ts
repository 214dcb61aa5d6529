import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inRepository } from '@jaanch/infra/local/paths'
import { ensureKustomize, type Kustomize } from '@jaanch/infra/local/test/programs'
import { parseAllDocuments } from 'yaml'
import type { KubernetesObject } from './objects.ts'

/** The directory of the manifests */
export const manifests = inRepository('infra', 'deploy', 'k8s')

export const overlays = ['small', 'managed', 'ha'] as const
type Rendered = Record<(typeof overlays)[number], KubernetesObject[]>

let renderedOverlays: Promise<Rendered> | undefined

/** The objects of the example on top of each overlay, rendered once in a process. @throws as `renderAll` */
export function renderOverlays(): Promise<Rendered> {
  const names = overlays.map((overlay) => `ours-${overlay}`)
  renderedOverlays ??= renderAll(names, { change: copyExamples }).then(
    (all) => Object.fromEntries(overlays.map((overlay, index) => [overlay, all[index]])) as Rendered,
  )
  return renderedOverlays
}

/** As an operator does. @param directory of the manifests @param edit changes the text of the kustomization */
export async function copyExamples(directory: string, edit = (text: string) => text): Promise<void> {
  for (const overlay of overlays) {
    const own = join(directory, `ours-${overlay}`)
    await cp(join(directory, 'example'), own, { recursive: true })
    const file = join(own, 'kustomization.yaml')
    const text = await readFile(file, 'utf8')
    await writeFile(file, edit(text.replace('- ../overlays/small', `- ../overlays/${overlay}`)))
  }
}

/**
 * Renders kustomizations as an operator does, with the secrets of the example in place of those that make.sh writes.
 *
 * @param directories in infra/deploy/k8s, such as overlays/small
 * @param options withSecrets: false leaves them out; change: changes the copy of infra/deploy/k8s that is rendered
 * @returns the objects of each, in the order of the directories
 * @throws Error with the message of kustomize, or with its warnings: each names a deprecated field
 */
export async function renderAll(
  directories: readonly string[],
  { withSecrets = true, change = async (_directory: string) => {} } = {},
): Promise<KubernetesObject[][]> {
  const kustomize = await ensureKustomize(console.log)
  const copy = await mkdtemp(join(tmpdir(), 'jaanch-cluster-'))
  try {
    await cp(manifests, copy, { recursive: true, filter: (path) => !path.endsWith('/secrets/values') })
    const [example, values] = ['example', 'values'].map((name) => join(copy, 'secrets', name))
    if (withSecrets && example && values) await cp(example, values, { recursive: true })
    await change(copy)
    return await Promise.all(directories.map((directory) => render(kustomize, join(copy, directory))))
  } finally {
    await rm(copy, { recursive: true })
  }
}

async function render([program, ...args]: Kustomize, directory: string): Promise<KubernetesObject[]> {
  const { stdout, stderr } = await promisify(execFile)(program, [...args, directory])
  if (stderr) throw new Error(stderr)
  return parseObjects(stdout)
}

/** The objects of a text with one or more YAML documents. */
export function parseObjects(text: string): KubernetesObject[] {
  return parseAllDocuments(text).flatMap((document) => document.toJS() ?? [])
}
