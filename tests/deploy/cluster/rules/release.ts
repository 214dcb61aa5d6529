import { readFileSync } from 'node:fs'
import { modelVersion } from '@jaanch/contracts/model-version'
import { inRepository } from '@jaanch/infra/local/paths'
import { isOurs, type KubernetesObject, ofKind, titleOf, workloadsOf } from '../objects.ts'

const { version } = JSON.parse(readFileSync(inRepository('package.json'), 'utf8')) as { version: string }

/** The manifests are those of this release, and everything is in the namespace. */
export function checkRelease(objects: readonly KubernetesObject[]): string[] {
  const workloads = workloadsOf(objects)
  const migrations = ofKind(objects, 'Job').map(({ metadata }) => metadata.name)
  const projectors = workloads.filter(({ component }) => component === 'projector')
  return [
    ...workloads.flatMap(({ title, containers }) =>
      containers
        .filter((each) => (isOurs(each) ? each.image?.split(':').at(-1) !== version : !hasTag(each.image)))
        .map(({ name, image }) => `${title}, ${name}: the image is ${image}, and the release ${version}`),
    ),
    ...(migrations.join() === `migrate-${version.replaceAll('.', '-')}`
      ? []
      : [`the release ${version} is migrated by ${migrations.join(' and ')}`]),
    ...projectors
      .filter(({ object, labels }) => !isOfModel(object.metadata.name, labels['jaanch/model-version']))
      .map(({ title }) => `${title} is not of model version ${modelVersion}`),
    ...objects
      .filter(({ kind, metadata }) => kind !== 'Namespace' && metadata.namespace !== 'jaanch')
      .map((object) => `${titleOf(object)} is not in the namespace`),
  ]
}

const hasTag = (image = '') => /:[\w.-]+$/.test(image) && !image.endsWith(':latest')

const isOfModel = (name: string, label: string | undefined) =>
  name === `projector-${modelVersion}` && label === String(modelVersion)
