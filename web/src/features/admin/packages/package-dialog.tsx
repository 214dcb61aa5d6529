import type { PackageView } from '@jaanch/contracts/http/packages'
import { sampleTypes } from '@jaanch/contracts/vocabulary'
import { Controller, useForm } from 'react-hook-form'
import { serverText } from '@/lib/api/api-error'
import { changePackage, createPackage } from '@/lib/api/packages'
import { resolverFor } from '@/lib/form-resolver'
import { useIntent } from '@/lib/use-intent'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { Dialog } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { Input, Textarea } from '@/ui/input'
import { Select } from '@/ui/select'
import { toast } from '@/ui/toast-store'
import { formOf, type PackageForm, packageForm, requestOf } from './package-form'

type PackageDialogProps = {
  /** null: a new one */
  item: PackageView | null
  onClose: () => void
}

const samples = sampleTypes.map((value) => ({ value, label: value[0]?.toUpperCase() + value.slice(1) }))

export function PackageDialog({ item, onClose }: PackageDialogProps) {
  const act = useIntent()
  const form = useForm<PackageForm>({ resolver: resolverFor(packageForm), defaultValues: formOf(item) })
  const { register, control, formState } = form
  const { errors, isSubmitting } = formState

  async function save(values: PackageForm) {
    const body = requestOf(values)
    try {
      if (item) await changePackage(item.id, body)
      else await act(body, (intent) => createPackage(body, intent))
      toast.success(item ? 'Package Updated' : 'Package Created', body.name)
      onClose()
    } catch (error) {
      toast.error(item ? 'Failed to update package' : 'Failed to create package', serverText(error))
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={item ? 'Edit Package' : 'Create Package'}
      className="sm:max-w-xl"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="package" loading={isSubmitting}>
            {item ? 'Save Package' : 'Create Package'}
          </Button>
        </>
      }
    >
      <form
        id="package"
        noValidate
        className="grid grid-cols-1 gap-4 sm:grid-cols-2"
        onSubmit={form.handleSubmit(save)}
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
              <Select value={field.value} onChange={field.onChange} options={samples} />
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
      </form>
    </Dialog>
  )
}
