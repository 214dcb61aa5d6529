import { useForm } from 'react-hook-form'
import { controlOf, resolverFor } from '@/lib/forms'
import { Checkbox } from '@/ui/checkbox'
import { Field } from '@/ui/field'
import { FormDialog } from '@/ui/form-dialog'
import { Input } from '@/ui/input'
import { Segmented } from '@/ui/segmented'
import { Select } from '@/ui/select'
import { Line } from '../../line'
import { type LimitRow, type RowForm, type RowKind, rowSchema, toRow, toRowForm } from './row-form'
import { rows as rowsTexts, row as texts } from './texts'

const sexes = ['both', 'male', 'female'] as const
const units = ['years', 'months'] as const

type RowDialogProps = {
  kind: RowKind
  /** null: a new one */
  row: LimitRow | null
  /** The possible results; null: numbers, []: any text */
  options: readonly string[] | null
  onKeep: (row: LimitRow) => void
  onClose: () => void
}

/** One interval, or critical limits of some ages: whom it is for, the limits or the expected result, and the source. */
export function RowDialog({ kind, row, options, onKeep, onClose }: RowDialogProps) {
  const form = useForm<RowForm>({
    resolver: resolverFor(rowSchema(kind, options)),
    defaultValues: toRowForm(row),
  })
  const { errors } = form.formState
  const { value: isActive, onChange: setActive } = controlOf(form, 'isActive')
  const isReference = kind === 'reference'
  const line = { form, texts }
  const limitTexts = { low: texts.low[kind], high: texts.high[kind] }
  const limit = { form, texts: limitTexts, inputMode: 'decimal', maxLength: 16 } as const
  return (
    <FormDialog
      title={rowsTexts[kind][row ? 'edit' : 'add']}
      description={texts.description}
      submitLabel={texts.submit}
      isSubmitting={false}
      onSubmit={(event) => {
        // the form of the parameter is around it, if not in the document
        event.stopPropagation()
        void form.handleSubmit((values) => {
          onKeep(toRow(values, options === null))
          onClose()
        })(event)
      }}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {isReference && (
          <Segmented
            {...controlOf(form, 'sex')}
            label={texts.sex}
            options={sexes.map((value) => ({ value, label: texts.sexes[value] }))}
          />
        )}
        <Segmented
          {...controlOf(form, 'unit')}
          label={texts.unit}
          options={units.map((value) => ({ value, label: texts.units[value] }))}
        />
      </div>
      <div className="grid grid-cols-2 gap-4">
        <Line {...line} name="from" inputMode="numeric" maxLength={4} />
        <Line {...line} name="to" hint={isReference ? texts.toHint : ''} inputMode="numeric" maxLength={4} />
      </div>
      {options === null && (
        <div className="grid grid-cols-2 gap-4">
          <Line {...limit} name="low" hint={texts.limitsHint} />
          <Line {...limit} name="high" />
        </div>
      )}
      {options !== null && (
        <Field label={texts.expected} error={errors.expected?.message}>
          {options.length > 0 ? (
            <Select
              {...controlOf(form, 'expected')}
              options={options.map((value) => ({ value, label: value }))}
              placeholder={texts.choose}
            />
          ) : (
            <Input autoComplete="off" maxLength={80} {...form.register('expected')} />
          )}
        </Field>
      )}
      {isReference && <Line {...line} name="method" optional />}
      <Line {...line} name="source" maxLength={500} />
      {isReference && (
        <Checkbox checked={isActive} onChange={setActive}>
          {texts.applies}
        </Checkbox>
      )}
    </FormDialog>
  )
}
