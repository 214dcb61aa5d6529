import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readPart, readSections, type Section } from '@jaanch/infra/release/changelog'
import { compareVersions } from '@jaanch/infra/release/version'
import type { IsExplained } from './finding.ts'

/** @returns whether what CHANGELOG.md says under "Upgrading" since another checkout names something */
export function readExplained(repository: string, earlier: string): IsExplained {
  const text = newSections(repository, earlier)
    .map((section) => readPart(section, 'Upgrading'))
    .join('\n')
    // a name may be broken over two lines
    .replaceAll(/\s+/g, ' ')
  return (name) => {
    const escaped = name.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')
    // not a part of another name: /api/bookings is not /api/bookings/{id}
    return new RegExp(`(?<![\\w/-])${escaped}(?![\\w/-])`, 'i').test(text)
  }
}

/** What is not released, and the releases that the earlier checkout does not know. */
function newSections(repository: string, earlier: string): Section[] {
  const known = new Set(sectionsOf(earlier).flatMap(({ name, date }) => (date ? [name] : [])))
  const { version } = readVersion(earlier)
  const isKnown = ({ name, date }: Section) =>
    date !== undefined && (known.has(name) || (known.size === 0 && compareVersions(name, version) <= 0))
  return sectionsOf(repository).filter((section) => !isKnown(section))
}

function sectionsOf(root: string): Section[] {
  const file = join(root, 'CHANGELOG.md')
  return existsSync(file) ? readSections(readFileSync(file, 'utf8')) : []
}

function readVersion(root: string): { version: string } {
  const file = join(root, 'package.json')
  const { version = '0.0.0' } = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  return { version }
}
