import { stabilityKinds } from '@jaanch/catalogue/stability-kinds'
import type { UseFormReturn } from 'react-hook-form'
import { controlOf } from '@/lib/forms'
import { Choice } from '@/ui/form-choice'
import { Line } from '@/ui/form-line'
import { Segmented } from '@/ui/segmented'
import { listLength, Section } from './editor-frame'
import type { ParameterForm, ParameterType } from './parameter-form'
import { parameter as texts } from './texts'

type Form = UseFormReturn<ParameterForm>

const types: readonly ParameterType[] = ['number', 'choice', 'text']
const decimal = { texts, inputMode: 'decimal', optional: true } as const

export function ResultFields({ form, isNew }: { form: Form; isNew: boolean }) {
  const type = form.watch('type')
  const line = { form, texts }
  return (
    <Section title={texts.sections.result}>
      <Line {...line} name="code" maxLength={40} readOnly={!isNew} />
      <Line {...line} name="name" maxLength={120} />
      <Segmented
        {...controlOf(form, 'type')}
        label={texts.type}
        options={types.map((value) => ({ value, label: texts.types[value] }))}
        className="sm:col-span-2"
      />
      {type === 'number' && (
        <>
          <Line {...line} name="unit" optional maxLength={30} />
          <Line {...line} name="ucum" maxLength={40} />
          <Line {...line} name="decimals" inputMode="numeric" maxLength={1} />
        </>
      )}
      {type === 'choice' && <Line {...line} name="options" maxLength={listLength} isWide />}
      {type !== 'number' && <Line {...line} name="normal" optional />}
      <Line {...line} name="loinc" optional maxLength={12} />
      <Line {...line} name="method" optional />
      <Line {...line} name="synonyms" optional maxLength={listLength} isWide />
    </Section>
  )
}

export function AdultFields({ form }: { form: Form }) {
  return (
    <Section title={texts.sections.adults} hint={texts.adultsHint}>
      {(['maleLow', 'maleHigh', 'femaleLow', 'femaleHigh'] as const).map((name) => (
        <Line key={name} {...decimal} form={form} name={name} maxLength={16} />
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
          <Line key={name} {...decimal} form={form} name={name} maxLength={16} />
        ))
      ) : (
        <Line {...{ form, texts }} name="criticalTexts" optional maxLength={listLength} isWide />
      )}
    </Section>
  )
}

export function StabilityFields({ form }: { form: Form }) {
  return (
    <Section title={texts.sections.stability} hint={texts.stabilityHint}>
      <Choice
        {...{ form, texts }}
        name="stableIn"
        options={stabilityKinds.map((value) => ({ value, label: value === 'edta' ? 'EDTA' : value }))}
        emptyLabel={texts.stableInEmpty}
      />
      {(['stableHours', 'stableMin', 'stableMax'] as const).map((name) => (
        <Line key={name} {...decimal} form={form} name={name} maxLength={6} />
      ))}
      <Line {...{ form, texts }} name="stableSource" optional maxLength={500} isWide />
    </Section>
  )
}
