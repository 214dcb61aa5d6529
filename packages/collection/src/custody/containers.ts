import { type RejectionReason, rejectionReasons } from '@jaanch/contracts/vocabulary'

/** Kinds of blood containers by a word in their names, in the order of draw (CLSI GP41, see `tubesOf`). */
const bloodContainers = {
  culture: /\bculture\b/i,
  citrate: /\bcitrate|\blight blue\b/i,
  serum: /\bsst\b|\bserum\b|\bclot|\bplain\b|\bred\b|\bgold\b|\byellow\b/i,
  heparin: /\bheparin|\bgreen\b/i,
  edta: /\bedta\b|\blavender\b|\bpurple\b|\bpink\b/i,
  fluoride: /\bfluoride\b|\boxalate\b|\bgr[ae]y\b/i,
} as const

/** Specimens other than blood, by name: their containers have names of all sorts. */
const otherSpecimens = { urine: /\burine\b/i, stool: /\bstool\b|\bfa?eces\b/i, swab: /\bswab\b/i } as const

type BloodContainer = keyof typeof bloodContainers
type ContainerKind = BloodContainer | keyof typeof otherSpecimens

/** A tube as the catalogue names it; `container` is null if it specifies none. */
export type Specimen = { specimen: string; container: string | null }

const bloodNames = Object.keys(bloodContainers) as BloodContainer[]
/** In the order of draw */
const bloodKinds: readonly ContainerKind[] = bloodNames
const otherNames = Object.keys(otherSpecimens) as (keyof typeof otherSpecimens)[]

/** @returns null if the catalogue names no container, or one that is not known here */
export function containerKindOf({ specimen, container }: Specimen): ContainerKind | null {
  return (
    otherNames.find((kind) => otherSpecimens[kind].test(specimen)) ??
    bloodNames.find((kind) => container !== null && bloodContainers[kind].test(container)) ??
    null
  )
}

/** One tube or other container, with the names of the tests that share it. */
export type Tube = Specimen & { tests: string[] }

/**
 * One tube serves all tests that need the same specimen in the same container: laboratories take serum for dozens of tests from one
 * gel tube, a full EDTA tube suffices for a blood count, HbA1c and ESR. Specimens that differ in how they are taken or treated
 * (fasting or after a meal, on ice, whole blood or plasma) need tubes of their own, also in containers of the same kind.
 *
 * The order is the order of draw of CLSI GP41 (Collection of Diagnostic Venous Blood Specimens, 7th edition, 2017), which keeps the
 * additive of one tube out of the next one.
 * @returns the fewest tubes for the tests of one person, in the order in which they are filled; what is not blood comes last
 */
export function tubesOf(tests: readonly { name: string; specimens: readonly Specimen[] }[]): Tube[] {
  const tubes = new Map<string, Tube>()
  for (const { name, specimens } of tests) {
    for (const { specimen, container } of specimens) {
      const key = JSON.stringify([specimen, container])
      const tube = tubes.get(key) ?? { specimen, container, tests: [] }
      if (!tube.tests.includes(name)) tube.tests.push(name)
      tubes.set(key, tube)
    }
  }
  return [...tubes.values()].sort((a, b) => placeOf(a) - placeOf(b))
}

/** A sample after a meal is of a second venepuncture: after all tubes of the first, before what is not blood. */
function placeOf(tube: Specimen): number {
  const kind = containerKindOf(tube)
  const place = kind === null ? -1 : bloodKinds.indexOf(kind)
  if (place < 0) return 2 * bloodKinds.length
  return /\bafter\b/i.test(tube.specimen) ? bloodKinds.length + place : place
}

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
