import type { CollectionView } from '@jaanch/contracts/http/collection'
import { ageText } from '@/lib/format/text'
import { person as texts } from './texts'

/** @returns '40 years, Female': what is known of them */
export function personDetails({ age, sex }: Pick<CollectionView['patient'], 'age' | 'sex'>): string {
  return [age === null ? texts.noAge : ageText(age), sex && texts.sexes[sex]].filter(Boolean).join(', ')
}
