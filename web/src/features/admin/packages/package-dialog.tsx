import type { PackageView } from '@jaanch/contracts/http/packages'
import { sampleTypes } from '@jaanch/contracts/vocabulary'
import { useForm } from 'react-hook-form'
import { useDialogCommand } from '@/components/use-command'
import { capitalised } from '@/lib/format/text'
import { controlOf, resolverFor } from '@/lib/forms'
import { changePackage, createPackage } from '@/lib/resources/packages'
import { Checkbox } from '@/ui/checkbox'
import { Field } from '@/ui/field'
import { FormDialog } from '@/ui/form-dialog'
import { Input, Textarea } from '@/ui/input'
import { Select } from '@/ui/select'
import { toast } from '@/ui/toast-store'
import { type PackageForm, packageSchema, toPackageForm, toPackageRequest } from './package-form'
import { packageForm as texts } from './texts'

const sampleOptions = sampleTypes.map((value) => ({ value, label: capitalised(value) }))

export function PackageDialog({ item, onClose }: { item: PackageView | null; onClose: () => void }) {
  const what = texts[item ? 'edit' : 'create']
  const form = useForm<PackageForm>({
    resolver: resolverFor(packageSchema),
    defaultValues: toPackageForm(item),
  })
  const { register, formState } = form
  const [fasting, popular] = [controlOf(form, 'fastingRequired'), controlOf(form, 'isPopular')]
  const { errors } = formState
  const { run, busy } = useDialogCommand({
    send(values: PackageForm) {
      const body = toPackageRequest(values)
      return item ? changePackage(item.id, body) : createPackage(body)
    },
    done(_, values) {
      toast.success(what.succeeded, toPackageRequest(values).name)
      onClose()
    },
    failed: what.failed,
  })

  return (
    <FormDialog
      title={what.title}
      className="sm:max-w-xl"
      submitLabel={what.submitLabel}
      isSubmitting={busy}
      onSubmit={form.handleSubmit(run)}
      onClose={onClose}
      formClassName="sm:grid-cols-2"
    >
      <Field label={texts.name} error={errors.name?.message} className="sm:col-span-2">
        <Input autoComplete="off" maxLength={120} {...register('name')} />
      </Field>
      <Field label={texts.description} optional error={errors.description?.message} className="sm:col-span-2">
        <Textarea maxLength={2_000} {...register('description')} />
      </Field>
      <Field label={texts.price} error={errors.price?.message}>
        <Input inputMode="decimal" autoComplete="off" {...register('price')} />
      </Field>
      <Field label={texts.originalPrice} optional error={errors.originalPrice?.message}>
        <Input inputMode="decimal" autoComplete="off" {...register('originalPrice')} />
      </Field>
      <Field label={texts.tests} error={errors.testsIncluded?.message}>
        <Input inputMode="numeric" autoComplete="off" {...register('testsIncluded')} />
      </Field>
      <Field label={texts.sampleType}>
        <Select {...controlOf(form, 'sampleType')} options={sampleOptions} />
      </Field>
      <Checkbox checked={fasting.value} onChange={fasting.onChange}>
        {texts.fasting}
      </Checkbox>
      <Checkbox checked={popular.value} onChange={popular.onChange}>
        {texts.popular}
      </Checkbox>
    </FormDialog>
  )
}
