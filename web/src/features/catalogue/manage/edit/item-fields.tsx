import { genderRestrictions } from '@jaanch/contracts/vocabulary'
import { useId } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { controlOf } from '@/lib/forms'
import { Choice } from '@/ui/form-choice'
import { Line, Paragraph } from '@/ui/form-line'
import { Panel } from '@/ui/panel'
import { Segmented } from '@/ui/segmented'
import { Switch } from '@/ui/switch'
import { listLength, Section } from './editor-frame'
import type { FastingMode, ItemForm, ItemKind } from './item-form'
import { item as texts } from './texts'

type FieldsProps = { form: UseFormReturn<ItemForm> }

type NameFieldsProps = FieldsProps & {
  kind: ItemKind
  isNew: boolean
  /** Those that the catalogue has, to choose from */
  categories: readonly string[]
  /** How the price compares with those of the tests; '' if there is nothing to say */
  savings: string
}

export function NameFields({ form, kind, isNew, categories, savings }: NameFieldsProps) {
  const listId = useId()
  const line = { form, texts }
  const price = { ...line, optional: true, inputMode: 'decimal', maxLength: 16 } as const
  return (
    <Section title={texts.kinds[kind].section}>
      <Line {...line} name="code" maxLength={40} readOnly={!isNew} />
      <Line {...line} name="name" maxLength={120} />
      <Line {...line} name="category" maxLength={60} list={listId} isWide />
      <datalist id={listId}>
        {categories.map((category) => (
          <option key={category} value={category} />
        ))}
      </datalist>
      <Paragraph {...line} name="description" optional maxLength={2_000} isWide />
      <Line {...price} name="price" hint={savings || texts.priceHint} />
      <Line {...price} name="originalPrice" />
    </Section>
  )
}

/** A test has no tests that it could follow */
const fastingModes: Record<ItemKind, readonly FastingMode[]> = {
  test: ['no', 'hours', 'yes'],
  package: ['tests', 'no', 'hours', 'yes'],
}

export function PreparingFields({ form, kind }: FieldsProps & { kind: ItemKind }) {
  const line = { form, texts, optional: true }
  return (
    <Section title={texts.preparing}>
      <Line {...line} name="specimens" hint={texts.specimensHint[kind]} maxLength={listLength} isWide />
      <Choice
        {...{ form, texts }}
        name="fasting"
        options={fastingModes[kind].map((value) => ({ value, label: texts.fastingModes[value] }))}
      />
      {form.watch('fasting') === 'hours' && (
        <Line form={form} texts={texts} name="fastingHours" inputMode="numeric" maxLength={2} />
      )}
      <Paragraph {...line} name="preparation" maxLength={2_000} isWide />
      <Line
        {...line}
        name="reportHours"
        hint={texts.reportHoursHint[kind]}
        inputMode="numeric"
        maxLength={4}
      />
    </Section>
  )
}

export function PeopleFields({ form }: FieldsProps) {
  const line = { form, texts, optional: true }
  return (
    <Section title={texts.people}>
      <Segmented
        {...controlOf(form, 'gender')}
        label={texts.gender}
        options={genderRestrictions.map((value) => ({ value, label: texts.genders[value] }))}
        className="sm:col-span-2"
      />
      {(['ageMin', 'ageMax'] as const).map((name) => (
        <Line key={name} {...line} name={name} inputMode="numeric" maxLength={3} />
      ))}
      {(['synonyms', 'conditions'] as const).map((name) => (
        <Line key={name} {...line} name={name} maxLength={listLength} isWide />
      ))}
    </Section>
  )
}

export function OfferFields({ form }: FieldsProps) {
  const control = (name: 'isOffered' | 'isPopular' | 'isTaxExempt') => {
    const { value, onChange } = controlOf(form, name)
    return { checked: value, onChange, label: texts[name] }
  }
  return (
    <Panel title={texts.offer}>
      <div className="grid grid-cols-1 divide-y px-4 sm:px-5">
        <Switch {...control('isOffered')} description={texts.isOfferedHint} />
        <Switch {...control('isPopular')} description={texts.isPopularHint} />
        <Switch {...control('isTaxExempt')} />
      </div>
    </Panel>
  )
}
