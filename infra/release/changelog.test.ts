import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { inRepository } from '../local/paths.ts'
import { findFaults, findSection, readPart, readSections, releaseSection } from './changelog.ts'

const text = `# Changelog

What users notice.

## [Unreleased]

### Added

- Reviews.

### Upgrading

Model version 7.

## [0.1.0] - 2026-01-31

### Added

- Bookings.
`

describe('the changelog', () => {
  it('has a section for each release, and parts in it', () => {
    const [next, first] = readSections(text)
    expect(next).toMatchObject({ name: 'Unreleased', date: undefined })
    expect(first).toEqual({ name: '0.1.0', date: '2026-01-31', body: '### Added\n\n- Bookings.' })
    expect(next && readPart(next, 'Upgrading')).toBe('Model version 7.')
    expect(first && readPart(first, 'Upgrading')).toBe('')
  })

  it('has the text of the next version under Unreleased, that of an earlier one under its number', () => {
    expect(findSection(text, '0.2.0')?.name).toBe('Unreleased')
    expect(findSection(text, '0.1.0')?.body).toContain('Bookings')
    expect(findSection('## [Unreleased]\n\n## [0.1.0] - 2026-01-31\n\n- x\n', '0.2.0')).toBeUndefined()
    expect(findSection('# Changelog\n', '0.2.0')).toBeUndefined()
  })

  it('gives the text number and date when it is released, once', () => {
    const released = releaseSection(text, '0.2.0', '2026-02-28')
    expect(released).toContain('## [Unreleased]\n\n## [0.2.0] - 2026-02-28\n\n### Added\n\n- Reviews.')
    expect(readSections(released).map(({ name }) => name)).toEqual(['Unreleased', '0.2.0', '0.1.0'])
    expect(releaseSection(released, '0.2.0', '2026-03-01')).toBe(released)
    expect(findFaults(released)).toEqual([])
  })

  it('names headings that no program finds', () => {
    expect(findFaults('## 0.1.0\n\n## [0.2.0]\n')).toEqual([
      '"## 0.1.0" is neither "## [Unreleased]" nor "## [1.2.3] - 2026-01-31".',
      'The section of 0.2.0 has no date.',
    ])
  })

  it('of this repository can be read, and its dated sections go back in time', () => {
    const ours = readFileSync(inRepository('CHANGELOG.md'), 'utf8')
    expect(findFaults(ours)).toEqual([])
    const dates = readSections(ours).flatMap(({ date }) => date ?? [])
    expect(dates.length).toBeGreaterThan(0)
    expect(dates).toEqual(dates.toSorted().toReversed())
    for (const section of readSections(ours).filter(({ date }) => date))
      expect(section.body, section.name).not.toBe('')
  })
})
