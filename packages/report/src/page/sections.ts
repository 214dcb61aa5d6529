/** A test or a package of tests, with the codes of its parameters, in order. */
export type Measuring = { name: string; codes: readonly string[] }

export type Section = { title: string; codes: string[] }

/**
 * Groups a report's parameters into sections, in the order of the booking. The catalogue lists a package's parameters without
 * its tests, but in the order of the tests: each run of parameters that is a whole test becomes a section with the test's
 * name, longest first. Other parameters get a section with the package's name. Each parameter occurs once.
 */
export function sectionsOf(ordered: readonly Measuring[], tests: readonly Measuring[]): Section[] {
  const placed = new Set<string>()
  const sections: Section[] = []
  for (const { name, codes } of ordered) {
    for (const section of split(name, codes, tests)) {
      const fresh = section.codes.filter((code) => !placed.has(code))
      for (const code of fresh) placed.add(code)
      const last = sections.at(-1)
      if (fresh.length === 0) continue
      if (last?.title === section.title) last.codes.push(...fresh)
      else sections.push({ title: section.title, codes: fresh })
    }
  }
  return sections
}

function split(name: string, codes: readonly string[], tests: readonly Measuring[]): Section[] {
  const all = new Set(codes)
  const parts = tests.filter((test) => test.codes.length > 0 && test.codes.every((code) => all.has(code)))
  const sections: Section[] = []
  const seen = new Set<string>()
  for (let at = 0; at < codes.length; ) {
    const best = parts
      .map((test) => ({ title: test.name, codes: test.codes.filter((code) => !seen.has(code)) }))
      .filter((part) => part.codes.length > 0 && part.codes.every((code, n) => code === codes[at + n]))
      .reduce<Section | undefined>(
        (most, part) => (part.codes.length > (most?.codes.length ?? 0) ? part : most),
        undefined,
      )
    const section = best ?? { title: name, codes: codes.slice(at, at + 1) }
    sections.push(section)
    for (const code of section.codes) seen.add(code)
    at += section.codes.length
  }
  return sections
}
