import type { ReportParameter } from '@jaanch/contracts/http/report-form'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { Select } from '@/ui/select'

export type Entered = Readonly<Record<string, string>>

type ReportValuesProps = {
  parameters: readonly ReportParameter[]
  entered: Entered
  onChange: (entered: Entered) => void
}

/** One field for each thing that the ordered tests measure. */
export function ReportValues({ parameters, entered, onChange }: ReportValuesProps) {
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      {parameters.map((parameter) => {
        const { code, name, unit } = parameter
        const value = entered[code] ?? ''
        const set = (next: string) => onChange({ ...entered, [code]: next })
        return (
          <Field key={code} label={unit ? `${name} (${unit})` : name} hint={hintOf(parameter)}>
            {hasWords(parameter) ? (
              <Select
                value={value}
                onChange={set}
                placeholder="Not measured"
                options={(parameter.options ?? []).map((word) => ({ value: word, label: word }))}
              />
            ) : (
              <Input
                value={value}
                maxLength={500}
                autoComplete="off"
                inputMode={parameter.options ? 'text' : 'decimal'}
                onChange={(event) => set(event.target.value)}
              />
            )}
          </Field>
        )
      })}
    </div>
  )
}

/** What was entered, as the API takes it: a number's text is read there, with its bounds ('<0.01'). */
export function valuesOf(parameters: readonly ReportParameter[], entered: Entered) {
  return parameters.flatMap(({ code }) => {
    const value = entered[code]?.trim()
    return value ? [{ code, value }] : []
  })
}

function hasWords({ options }: ReportParameter): boolean {
  return options !== null && !(options.length === 1 && options[0] === 'text')
}

function hintOf({ code, normalRange }: ReportParameter): string {
  return normalRange ? `${code}: ${normalRange}` : code
}
