import type { PackageView } from '@jaanch/contracts/http/packages'
import { sampleTypes } from '@jaanch/contracts/vocabulary'
import { Controller, useForm } from 'react-hook-form'
import { useDialogFailure } from '@/components/toast-failure'
import { capitalised } from '@/lib/format/text'
import { resolverFor } from '@/lib/forms'
import { useIdempotencyKey } from '@/lib/idempotency'
import { changePackage, createPackage } from '@/lib/resources/packages'
import { Checkbox } from '@/ui/checkbox'
import { Field } from '@/ui/field'
import { FormDialog } from '@/ui/form-dialog'
import { Input, Textarea } from '@/ui/input'
import { Select } from '@/ui/select'
import { toast } from '@/ui/toast-store'
import { type PackageForm, packageSchema, toPackageForm, toPackageRequest } from './package-form'

type PackageDialogProps = {
  /** null: create a package */
  item: PackageView | null
  onClose: () => void
}

const sampleOptions = sampleTypes.map((value) => ({ value, label: capitalised(value) }))

export function PackageDialog({ item, onClose }: PackageDialogProps) {
  const withKey = useIdempotencyKey()
  const showFailure = useDialogFailure()
  const form = useForm<PackageForm>({
    resolver: resolverFor(packageSchema),
    defaultValues: toPackageForm(item),
  })
  const { register, control, formState } = form
  const { errors, isSubmitting } = formState

  async function save(values: PackageForm) {
    const body = toPackageRequest(values)
    try {
      if (item) await changePackage(item.id, body)
      else await withKey(body, (key) => createPackage(body, key))
      toast.success(item ? 'Package Updated' : 'Package Created', body.name)
      onClose()
    } catch (error) {
      const title = item ? 'Failed to update package' : 'Failed to create package'
      showFailure(title, error, { repeat: () => void form.handleSubmit(() => save(values))() })
    }
  }

  return (
    <FormDialog
      title={item ? 'Edit Package' : 'Create Package'}
      className="sm:max-w-xl"
      submitLabel={item ? 'Save Package' : 'Create Package'}
      isSubmitting={isSubmitting}
      onSubmit={form.handleSubmit(save)}
      onClose={onClose}
      formClassName="sm:grid-cols-2"
    >
      <Field label="Name" error={errors.name?.message} className="sm:col-span-2">
        <Input autoComplete="off" maxLength={120} {...register('name')} />
      </Field>
      <Field label="Description" optional error={errors.description?.message} className="sm:col-span-2">
        <Textarea maxLength={2_000} {...register('description')} />
      </Field>
      <Field label="Price (₹)" error={errors.price?.message}>
        <Input inputMode="decimal" autoComplete="off" {...register('price')} />
      </Field>
      <Field label="Original Price (₹)" optional error={errors.originalPrice?.message}>
        <Input inputMode="decimal" autoComplete="off" {...register('originalPrice')} />
      </Field>
      <Field label="Tests Included" error={errors.testsIncluded?.message}>
        <Input inputMode="numeric" autoComplete="off" {...register('testsIncluded')} />
      </Field>
      <Controller
        control={control}
        name="sampleType"
        render={({ field }) => (
          <Field label="Sample Type">
            <Select value={field.value} onChange={field.onChange} options={sampleOptions} />
          </Field>
        )}
      />
      <Controller
        control={control}
        name="fastingRequired"
        render={({ field }) => (
          <Checkbox checked={field.value} onChange={field.onChange}>
            Fasting required
          </Checkbox>
        )}
      />
      <Controller
        control={control}
        name="isPopular"
        render={({ field }) => (
          <Checkbox checked={field.value} onChange={field.onChange}>
            Popular
          </Checkbox>
        )}
      />
    </FormDialog>
  )
}
