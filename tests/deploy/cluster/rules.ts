import type { KubernetesObject } from './objects.ts'
import { checkContainers } from './rules/containers.ts'
import { checkReferences } from './rules/references.ts'
import { checkRelease } from './rules/release.ts'
import { checkReplicas } from './rules/replicas.ts'
import { checkSelectors } from './rules/selectors.ts'
import { checkSettings } from './rules/settings.ts'
import { checkTermination } from './rules/termination.ts'
import { findSchemaFaults } from './schemas.ts'

/** What must hold for the objects of an overlay, each with the sentences about what does not. */
export const rules: Record<string, (objects: readonly KubernetesObject[]) => string[]> = {
  'fits the schemas of its kinds, and has no field that they do not know': findSchemaFaults,
  'restricts, bounds and probes its containers': checkContainers,
  'refers to what is there': checkReferences,
  'gives each process the variables and secrets that it needs': checkSettings,
  'selects the right pods and ports': checkSelectors,
  'has pods enough to lose one, and connections enough for all': checkReplicas,
  'gives each process the time to end': checkTermination,
  'is that of this release': checkRelease,
}

/** What no rule allows. */
export const findFaults = (objects: readonly KubernetesObject[]): string[] =>
  Object.values(rules).flatMap((check) => check(objects))
