/** CHANGELOG.md in the form of Keep a Changelog: sections of level 2 by release, parts of level 3 in them. */

export type Section = {
  /** `Unreleased`, or a version */
  name: string
  /** YYYY-MM-DD; undefined for what is not released */
  date?: string | undefined
  /** Without its heading, without blank lines at its ends */
  body: string
}

const unreleased = 'Unreleased'
const heading = /^## \[([^\]]+)\](?: - (\d{4}-\d{2}-\d{2}))?[^\S\n]*$/gm

/** @returns the sections in the order of the text, newest first */
export function readSections(changelog: string): Section[] {
  const headings = [...changelog.matchAll(heading)]
  return headings.map((match, index) => {
    const end = headings[index + 1]?.index ?? changelog.length
    const body = changelog.slice(match.index + match[0].length, end).trim()
    return { name: match[1] ?? '', date: match[2], body }
  })
}

/** @returns the text of one part of a section, such as `Upgrading`; empty without such a part */
export function readPart({ body }: Section, title: string): string {
  const parts = body.split(/^### /m).slice(1)
  const part = parts.find((text) => text.split('\n', 1)[0]?.trim() === title)
  return part?.slice(title.length).trim() ?? ''
}

/** @returns the section of a version: its own, or what is not released yet; undefined if neither has a text */
export function findSection(changelog: string, version: string): Section | undefined {
  const sections = readSections(changelog)
  const own = sections.find(({ name, date }) => name === version && date !== undefined)
  const found = own ?? sections.find(({ name }) => name === version || name === unreleased)
  return found?.body ? found : undefined
}

/**
 * Gives what is not released the number and the date of a version, and opens a new part for what follows.
 * @param date YYYY-MM-DD
 * @returns the text as it was if the version has its dated section already
 */
export function releaseSection(changelog: string, version: string, date: string): string {
  const section = findSection(changelog, version)
  if (!section || section.date) return changelog
  const title = `## [${version}] - ${date}`
  const lines = changelog.split('\n')
  const at = lines.findIndex((line) => line.startsWith(`## [${section.name}]`))
  const hasUnreleased = section.name !== unreleased && changelog.includes(`## [${unreleased}]`)
  lines.splice(at, 1, ...(hasUnreleased ? [title] : [`## [${unreleased}]`, '', title]))
  return lines.join('\n')
}

/** @returns a sentence for each heading of level 2 that is no section, and for sections out of order; empty if all is well */
export function findFaults(changelog: string): string[] {
  const known = new Set(readSections(changelog).map(({ name }) => `## [${name}]`))
  const faults = [...changelog.matchAll(/^## .*$/gm)]
    .map(([line]) => line)
    .filter((line) => ![...known].some((title) => line.startsWith(title)))
    .map((line) => `"${line}" is neither "## [Unreleased]" nor "## [1.2.3] - 2026-01-31".`)
  const undated = readSections(changelog).filter(({ name, date }) => name !== unreleased && !date)
  return [...faults, ...undated.map(({ name }) => `The section of ${name} has no date.`)]
}
