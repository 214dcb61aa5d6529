import { type RejectionReason, rejectionReasons } from '@jaanch/contracts/vocabulary'
import { bloodKinds, type ContainerKind, containerKindOf, type Specimen } from './container-kind.ts'

/** Reasons that only some kinds have: serum clots on purpose, and only red cells in a tube haemolyse. All others fit every kind. */
const onlyFor: Partial<Record<RejectionReason, readonly ContainerKind[]>> = {
  haemolysed: bloodKinds.filter((kind) => kind !== 'culture'),
  clotted: ['citrate', 'heparin', 'edta'],
}

/** @returns the reasons for which such a tube can be rejected, in the order of the vocabulary; all of them if its kind is not known */
export function reasonsFor(tube: Specimen): RejectionReason[] {
  const kind = containerKindOf(tube)
  return rejectionReasons.filter((reason) => kind === null || (onlyFor[reason]?.includes(kind) ?? true))
}
