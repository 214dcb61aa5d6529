import type { LabProfile } from '@jaanch/account/labs/api'
import { labAddressText } from '@jaanch/account/labs/lab-address'
import { line } from '@jaanch/contracts/http/fields'
import { labelIdentities } from '@jaanch/contracts/vocabulary'
import { Controller, useForm } from 'react-hook-form'
import { z } from 'zod'
import { useCommand } from '@/components/use-command'
import { looksLikePhone, phoneProblem } from '@/lib/format/phone-check'
import { checkedText, resolverFor } from '@/lib/forms'
import { serverText } from '@/lib/http/api-error'
import { useSession } from '@/lib/session/session-context'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { Line } from '@/ui/form-line'
import { PageHeading } from '@/ui/page-heading'
import { RadioCards } from '@/ui/radio-cards'
import { Skeleton } from '@/ui/skeleton'
import { changeLabProfile, useLabProfile } from './calls'

const texts = {
  heading: {
    title: 'Lab profile',
    description: 'How customers and your collectors see your lab, and what new reports say about it.',
  },
  labName: 'Name',
  nameMissing: 'Please enter the name of your lab',
  address: 'Address',
  addressMissing: 'Please enter the address of your lab',
  addressHint: (text: string) => `On reports: ${text}`,
  phone: 'Phone',
  phoneHint: 'Customers call this number, and you can sign in with it.',
  identity: 'Tube labels name the patient by',
  identities: {
    initials: { label: 'Initials', description: 'A.P. · 34 F, with the date' },
    'name-age-sex': { label: 'Name, age and sex', description: 'Asha Patel · 34 F' },
  },
  released: 'Released reports stay as they are.',
  save: 'Save',
  saved: 'Lab profile saved',
  failed: 'The lab profile was not saved',
  notLoaded: 'The lab profile could not be loaded.',
}

/** @param hasPhone a phone cannot be taken back, but a lab that has none needs none to change the rest */
const schemaOf = (hasPhone: boolean) =>
  z.object({
    labName: checkedText(line(120), texts.nameMissing),
    address: checkedText(line(300), texts.addressMissing),
    phone: z.string().refine((typed) => looksLikePhone(typed) || (typed === '' && !hasPhone), phoneProblem),
    labelIdentity: z.enum(labelIdentities),
  })

type Form = z.output<ReturnType<typeof schemaOf>>

const identities = labelIdentities.map((value) => ({ value, ...texts.identities[value] }))

/** The owner of a lab edits what others read of it. */
export function ProfilePage() {
  const { data: profile, error } = useLabProfile()
  return (
    <>
      <PageHeading {...texts.heading} />
      {profile ? (
        <ProfileForm profile={profile} />
      ) : error ? (
        <p>{serverText(error) ?? texts.notLoaded}</p>
      ) : (
        <Skeleton className="h-[30rem] max-w-2xl" />
      )}
    </>
  )
}

function ProfileForm({ profile }: { profile: LabProfile }) {
  const { recheck } = useSession()
  const { labName, address, phone, labelIdentity } = profile
  const stored: Form = { labName, address, phone: phone ?? '', labelIdentity }
  const form = useForm<Form>({
    resolver: resolverFor(schemaOf(phone !== null)),
    defaultValues: stored,
  })
  const field = { form, texts }
  const { run, busy } = useCommand({
    async send(values: Form) {
      const keys = Object.keys(values) as (keyof Form)[]
      const changed = keys.filter((key) => values[key] !== stored[key])
      await changeLabProfile(Object.fromEntries(changed.map((key) => [key, values[key]])))
      // the shell names the lab too
      await recheck()
    },
    succeeded: texts.saved,
    failed: texts.failed,
  })
  return (
    <Card className="max-w-2xl p-5">
      <form noValidate className="grid gap-5" onSubmit={form.handleSubmit((values) => run(values))}>
        <Line {...field} name="labName" autoComplete="organization" maxLength={120} />
        <Line
          {...field}
          name="address"
          hint={texts.addressHint(labAddressText({ ...profile, address: form.watch('address') }))}
          autoComplete="street-address"
          maxLength={300}
        />
        <Line {...field} name="phone" type="tel" inputMode="tel" autoComplete="tel" maxLength={32} />
        <Controller
          control={form.control}
          name="labelIdentity"
          render={({ field }) => (
            <fieldset className="grid gap-2">
              <legend className="mb-2 font-medium text-sm">{texts.identity}</legend>
              <RadioCards
                label={texts.identity}
                value={field.value}
                onChange={field.onChange}
                options={identities}
              />
            </fieldset>
          )}
        />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <Button type="submit" loading={busy}>
            {texts.save}
          </Button>
          <p className="text-ink-soft text-sm">{texts.released}</p>
        </div>
      </form>
    </Card>
  )
}
