import { stabilityKinds } from '@jaanch/contracts/stability-kinds'
import type { UseFormReturn } from 'react-hook-form'
import { controlOf } from '@/lib/forms'
import { Field } from '@/ui/field'
import { Segmented } from '@/ui/segmented'
import { Select } from '@/ui/select'
import { Line, listLength, Section } from './fields'
import type { ParameterForm, ParameterType } from './parameter-form'
import { parameter as texts } from './texts'

type Form = UseFormReturn<ParameterForm>

const types: readonly ParameterType[] = ['number', 'choice', 'text']

export function ResultFields({ form, isNew }: { form: Form; isNew: boolean }) {
  const type = form.watch('type')
  return (
    <Section title={texts.sections.result}>
      <Line
        form={form}
        name="code"
        label={texts.code}
        hint={texts.codeHint}
        maxLength={40}
        readOnly={!isNew}
      />
      <Line form={form} name="name" label={texts.name} maxLength={120} />
      <Segmented
        {...controlOf(form, 'type')}
        label={texts.type}
        options={types.map((value) => ({ value, label: texts.types[value] }))}
        className="sm:col-span-2"
      />
      {type === 'number' && (
        <>
          <Line form={form} name="unit" label={texts.unit} hint={texts.unitHint} optional maxLength={30} />
          <Line form={form} name="ucum" label={texts.ucum} hint={texts.ucumHint} maxLength={40} />
          <Line form={form} name="decimals" label={texts.decimals} inputMode="numeric" maxLength={1} />
        </>
      )}
      {type === 'choice' && (
        <Line
          form={form}
          name="options"
          label={texts.options}
          hint={texts.optionsHint}
          maxLength={listLength}
          className="sm:col-span-2"
        />
      )}
      {type !== 'number' && <Line form={form} name="normal" label={texts.normal} optional />}
      <Line form={form} name="loinc" label={texts.loinc} optional maxLength={12} />
      <Line form={form} name="method" label={texts.method} optional />
      <Line
        form={form}
        name="synonyms"
        label={texts.synonyms}
        hint={texts.synonymsHint}
        optional
        maxLength={listLength}
        className="sm:col-span-2"
      />
    </Section>
  )
}

export function AdultFields({ form }: { form: Form }) {
  const names = ['maleLow', 'maleHigh', 'femaleLow', 'femaleHigh'] as const
  return (
    <Section title={texts.sections.adults} hint={texts.adultsHint}>
      {names.map((name) => (
        <Line
          key={name}
          form={form}
          name={name}
          label={texts[name]}
          inputMode="decimal"
          optional
          maxLength={16}
        />
      ))}
    </Section>
  )
}

/** Limits of a number, or options of a choice */
export function CriticalFields({ form }: { form: Form }) {
  const isNumber = form.watch('type') === 'number'
  return (
    <Section title={texts.sections.critical} hint={isNumber ? texts.criticalHint : undefined}>
      {isNumber ? (
        (['criticalLow', 'criticalHigh'] as const).map((name) => (
          <Line
            key={name}
            form={form}
            name={name}
            label={texts[name]}
            inputMode="decimal"
            optional
            maxLength={16}
          />
        ))
      ) : (
        <Line
          form={form}
          name="criticalTexts"
          label={texts.criticalTexts}
          hint={texts.criticalTextsHint}
          optional
          maxLength={listLength}
          className="sm:col-span-2"
        />
      )}
    </Section>
  )
}

export function StabilityFields({ form }: { form: Form }) {
  return (
    <Section title={texts.sections.stability} hint={texts.stabilityHint}>
      <Field label={texts.stableIn} error={form.formState.errors.stableIn?.message}>
        <Select
          {...controlOf(form, 'stableIn')}
          options={stabilityKinds.map((value) => ({ value, label: value === 'edta' ? 'EDTA' : value }))}
          emptyLabel={texts.stableInEmpty}
        />
      </Field>
      <Line
        form={form}
        name="stableHours"
        label={texts.stableHours}
        inputMode="decimal"
        optional
        maxLength={6}
      />
      <Line form={form} name="stableMin" label={texts.stableMin} inputMode="decimal" optional maxLength={6} />
      <Line form={form} name="stableMax" label={texts.stableMax} inputMode="decimal" optional maxLength={6} />
      <Line
        form={form}
        name="stableSource"
        label={texts.stableSource}
        optional
        maxLength={500}
        className="sm:col-span-2"
      />
    </Section>
  )
}
