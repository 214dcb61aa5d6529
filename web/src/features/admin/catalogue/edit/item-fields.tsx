import { genderRestrictions } from '@jaanch/contracts/vocabulary'
import { useId } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { controlOf } from '@/lib/forms'
import { Field } from '@/ui/field'
import { Textarea } from '@/ui/input'
import { Panel } from '@/ui/panel'
import { Segmented } from '@/ui/segmented'
import { Select } from '@/ui/select'
import { Switch } from '@/ui/switch'
import { Line, listLength, Section } from './fields'
import type { FastingMode, ItemForm, ItemKind } from './item-form'
import { item as texts } from './item-texts'

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
  return (
    <Section title={texts.kinds[kind].section}>
      <Line
        form={form}
        name="code"
        label={texts.code}
        hint={texts.codeHint}
        maxLength={40}
        readOnly={!isNew}
      />
      <Line form={form} name="name" label={texts.name} maxLength={120} />
      <Line
        form={form}
        name="category"
        label={texts.category}
        hint={texts.categoryHint}
        maxLength={60}
        list={listId}
        className="sm:col-span-2"
      />
      <datalist id={listId}>
        {categories.map((category) => (
          <option key={category} value={category} />
        ))}
      </datalist>
      <Field
        label={texts.descriptionLabel}
        hint={texts.descriptionHint}
        optional
        error={form.formState.errors.description?.message}
        className="sm:col-span-2"
      >
        <Textarea maxLength={2_000} {...form.register('description')} />
      </Field>
      <Line
        form={form}
        name="price"
        label={texts.price}
        hint={savings || texts.priceHint}
        optional
        inputMode="decimal"
        maxLength={16}
      />
      <Line
        form={form}
        name="originalPrice"
        label={texts.originalPrice}
        hint={texts.originalPriceHint}
        optional
        inputMode="decimal"
        maxLength={16}
      />
    </Section>
  )
}

/** A test has no tests that it could follow */
const fastingModes: Record<ItemKind, readonly FastingMode[]> = {
  test: ['no', 'hours', 'yes'],
  package: ['tests', 'no', 'hours', 'yes'],
}

export function PreparingFields({ form, kind }: FieldsProps & { kind: ItemKind }) {
  const fasting = controlOf(form, 'fasting')
  return (
    <Section title={texts.preparing}>
      <Line
        form={form}
        name="specimens"
        label={texts.specimens}
        hint={texts.specimensHint[kind]}
        optional
        maxLength={listLength}
        className="sm:col-span-2"
      />
      <Field label={texts.fasting} error={form.formState.errors.fasting?.message}>
        <Select
          {...fasting}
          options={fastingModes[kind].map((value) => ({ value, label: texts.fastingModes[value] }))}
        />
      </Field>
      {fasting.value === 'hours' && (
        <Line form={form} name="fastingHours" label={texts.fastingHours} inputMode="numeric" maxLength={2} />
      )}
      <Field
        label={texts.preparation}
        hint={texts.preparationHint}
        optional
        error={form.formState.errors.preparation?.message}
        className="sm:col-span-2"
      >
        <Textarea maxLength={2_000} {...form.register('preparation')} />
      </Field>
      <Line
        form={form}
        name="reportHours"
        label={texts.reportHours}
        hint={texts.reportHoursHint[kind]}
        optional
        inputMode="numeric"
        maxLength={4}
      />
    </Section>
  )
}

export function PeopleFields({ form }: FieldsProps) {
  return (
    <Section title={texts.people}>
      <Segmented
        {...controlOf(form, 'gender')}
        label={texts.gender}
        options={genderRestrictions.map((value) => ({ value, label: texts.genders[value] }))}
        className="sm:col-span-2"
      />
      <Line form={form} name="ageMin" label={texts.ageMin} optional inputMode="numeric" maxLength={3} />
      <Line form={form} name="ageMax" label={texts.ageMax} optional inputMode="numeric" maxLength={3} />
      {(['synonyms', 'conditions'] as const).map((name) => (
        <Line
          key={name}
          form={form}
          name={name}
          label={texts[name]}
          hint={texts[`${name}Hint`]}
          optional
          maxLength={listLength}
          className="sm:col-span-2"
        />
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
