import type { ReportParameter } from '@jaanch/contracts/http/report-form'
import { useEffect, useRef } from 'react'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { Select } from '@/ui/select'
import type { RefusedValue } from './refused-value'

/** By the code of the parameter, as typed */
export type Entered = Readonly<Record<string, string>>

type ReportValuesProps = {
  parameters: readonly ReportParameter[]
  entered: Entered
  /** Shown at its field, which gets the focus */
  refused: RefusedValue | undefined
  /** @param code of the field that changed */
  onChange: (entered: Entered, code: string) => void
}

/** A field for each parameter that the tests of a booking measure. */
export function ReportValues({ parameters, entered, refused, onChange }: ReportValuesProps) {
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refused) fields.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [refused])
  return (
    <div ref={fields} className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      {parameters.map((parameter) => {
        const { code, name, unit } = parameter
        const value = entered[code] ?? ''
        const set = (next: string) => onChange({ ...entered, [code]: next }, code)
        return (
          <Field
            key={code}
            label={unit ? `${name} (${unit})` : name}
            hint={hintOf(parameter)}
            error={refused?.code === code ? refused.text : undefined}
          >
            {hasTextOptions(parameter) ? (
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

/** @returns the entered values as in the request; the API parses numbers with their limits ('<0.01') */
export function valuesOf(parameters: readonly ReportParameter[], entered: Entered) {
  return parameters.flatMap(({ code }) => {
    const value = entered[code]?.trim()
    return value ? [{ code, value }] : []
  })
}

function hasTextOptions({ options }: ReportParameter): boolean {
  return options !== null && !(options.length === 1 && options[0] === 'text')
}

function hintOf({ code, normalRange }: ReportParameter): string {
  return normalRange ? `${code}: ${normalRange}` : code
}
