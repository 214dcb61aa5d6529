/** The customers of the demo, all invented. Only the demo customer has a password. */
import { readFileSync } from 'node:fs'
import { type City, cities, type wizardRelationships } from '@jaanch/contracts/vocabulary'

export type DemoPerson = {
  name: string
  gender: 'male' | 'female'
  /** YYYY-MM-DD */
  born: string
  family?: readonly DemoRelative[]
}
export type DemoRelative = Omit<DemoPerson, 'family'> & { relationship: (typeof wizardRelationships)[number] }

/** In people.csv the lines of a family follow the person's; its members have a relationship. */
function readPeople(): Map<string, DemoPerson[]> {
  const groups = new Map<string, DemoPerson[]>()
  const [, ...lines] = readFileSync(new URL('people.csv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  for (const line of lines) {
    const [group = '', name, gender, born, relationship] = line.split(',')
    const people = groups.get(group) ?? []
    groups.set(group, people)
    const person = { name, gender, born } as DemoPerson
    const last = people.at(-1)
    if (!relationship) people.push(person)
    else if (last) last.family = [...(last.family ?? []), { ...person, relationship } as DemoRelative]
  }
  return groups
}

const groups = readPeople()
const peopleOf = (group: string): readonly DemoPerson[] => groups.get(group) ?? []

export const [demoPerson] = peopleOf('demo customer') as [DemoPerson]

/** They order only what fills tomorrow's visits in Surat (surat.ts): the history of the others does not depend on them. */
export const suratHouseholds = peopleOf('visits in Surat')

export const residents = Object.fromEntries(cities.map((city) => [city, peopleOf(city)])) as Record<
  City,
  readonly DemoPerson[]
>
