/** Kinds of blood containers by a word in their names, in the order of draw (CLSI GP41, see `booking/tubes.ts`). */
const bloodContainers = {
  culture: /\bculture\b/i,
  citrate: /\bcitrate|\blight blue\b/i,
  serum: /\bsst\b|\bserum\b|\bclot|\bplain\b|\bred\b|\bgold\b|\byellow\b/i,
  heparin: /\bheparin|\bgreen\b/i,
  edta: /\bedta\b|\blavender\b|\bpurple\b|\bpink\b/i,
  fluoride: /\bfluoride\b|\boxalate\b|\bgr[ae]y\b/i,
} as const

/** What is not blood, by the name of the specimen: its containers have names of all sorts. */
const otherSpecimens = { urine: /\burine\b/i, stool: /\bstool\b|\bfa?eces\b/i, swab: /\bswab\b/i } as const

type BloodContainer = keyof typeof bloodContainers
export type ContainerKind = BloodContainer | keyof typeof otherSpecimens

/** A tube as the catalogue names it; `container` is null if it specifies none. */
export type Specimen = { specimen: string; container: string | null }

const bloodNames = Object.keys(bloodContainers) as BloodContainer[]
/** In the order of draw */
export const bloodKinds: readonly ContainerKind[] = bloodNames
const otherNames = Object.keys(otherSpecimens) as (keyof typeof otherSpecimens)[]

/** @returns null if the catalogue names no container, or one that is not known here */
export function containerKindOf({ specimen, container }: Specimen): ContainerKind | null {
  return (
    otherNames.find((kind) => otherSpecimens[kind].test(specimen)) ??
    bloodNames.find((kind) => container !== null && bloodContainers[kind].test(container)) ??
    null
  )
}
