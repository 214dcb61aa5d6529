import { useForm } from 'react-hook-form'
import { controlOf, resolverFor } from '@/lib/forms'
import { Checkbox } from '@/ui/checkbox'
import { Field } from '@/ui/field'
import { FormDialog } from '@/ui/form-dialog'
import { Input } from '@/ui/input'
import { Segmented } from '@/ui/segmented'
import { Select } from '@/ui/select'
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
        <Field label={texts.from} error={errors.from?.message}>
          <Input inputMode="numeric" autoComplete="off" maxLength={4} {...form.register('from')} />
        </Field>
        <Field label={texts.to} hint={isReference ? texts.toHint : undefined} error={errors.to?.message}>
          <Input inputMode="numeric" autoComplete="off" maxLength={4} {...form.register('to')} />
        </Field>
      </div>
      {options === null && (
        <div className="grid grid-cols-2 gap-4">
          {(['low', 'high'] as const).map((limit) => (
            <Field
              key={limit}
              label={texts[limit][kind]}
              hint={limit === 'low' ? texts.limitsHint : undefined}
              error={errors[limit]?.message}
            >
              <Input inputMode="decimal" autoComplete="off" maxLength={16} {...form.register(limit)} />
            </Field>
          ))}
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
      {isReference && (
        <Field label={texts.method} hint={texts.methodHint} optional>
          <Input autoComplete="off" maxLength={80} {...form.register('method')} />
        </Field>
      )}
      <Field label={texts.source} hint={texts.sourceHint} error={errors.source?.message}>
        <Input autoComplete="off" maxLength={500} {...form.register('source')} />
      </Field>
      {isReference && (
        <Checkbox checked={isActive} onChange={setActive}>
          {texts.applies}
        </Checkbox>
      )}
    </FormDialog>
  )
}
