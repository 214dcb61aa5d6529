import type { LabPersonView } from '@jaanch/contracts/http/lab-staff'
import { labStaffRoles } from '@jaanch/contracts/staff-roles'
import { Ban, CircleCheck, Mail, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { useCommand } from '@/components/use-command'
import { hasCode } from '@/lib/http/api-error'
import { changePerson, invitePersonAgain } from '@/lib/resources/lab-staff'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { lazyDialog } from '@/ui/lazy-part'
import { Menu } from '@/ui/menu'
import { toast } from '@/ui/toast-store'
import { roleChoices } from './role-choices'
import { access as accessTexts, inviteAgain, role as roleTexts, person as texts } from './texts'

const VisitsDialog = lazyDialog(async () => (await import('./visits-dialog')).VisitsDialog)
const ReasonDialog = lazyDialog(async () => (await import('@/components/reason-dialog')).ReasonDialog)

export function PersonMenu({ person }: { person: LabPersonView }) {
  const { id, name, status } = person
  const [asking, setAsking] = useState<'role' | 'end' | null>(null)
  const [refused, setRefused] = useState<Parameters<typeof changePerson>[1]>()
  const close = () => setAsking(null)

  /** @returns whether it was refused because of open visits: then it is asked who takes them */
  function askForVisits(error: unknown, change: Parameters<typeof changePerson>[1]): boolean {
    if (!hasCode(error, 'visits-open')) return false
    setRefused(change)
    return true
  }

  const again = useCommand({
    send: () => invitePersonAgain(id),
    succeeded: [inviteAgain.succeeded, person.email],
    failed: inviteAgain.failed,
  })
  const end = useCommand({
    send: () => changePerson(id, { isEnded: true }),
    succeeded: [accessTexts.end.succeeded, name],
    failed: accessTexts.end.failed,
    onFailure: (error) => askForVisits(error, { isEnded: true }),
  })
  const give = useCommand({
    send: () => changePerson(id, { isEnded: false }),
    succeeded: [accessTexts.give.succeeded, name],
    failed: accessTexts.give.failed,
  })

  async function changeRole(code: string) {
    const labRole = labStaffRoles.find((one) => one === code)
    if (!labRole) return
    try {
      await changePerson(id, { labRole })
    } catch (error) {
      if (askForVisits(error, { labRole })) return
      throw error
    }
    toast.success(roleTexts.succeeded, name)
  }

  return (
    <>
      <Menu
        label={texts.menu(name)}
        items={[
          { label: texts.changeRole, icon: ShieldCheck, onSelect: () => setAsking('role') },
          ...(status === 'invited'
            ? [{ label: texts.inviteAgain, icon: Mail, onSelect: () => void again.run() }]
            : []),
          status === 'ended'
            ? { label: texts.giveAgain, icon: CircleCheck, onSelect: () => void give.run() }
            : { label: texts.end, icon: Ban, onSelect: () => setAsking('end') },
        ]}
      />
      {asking === 'role' && (
        <ReasonDialog
          {...roleTexts.dialog(name)}
          choices={roleChoices}
          initial={person.labRole}
          onSubmit={changeRole}
          onClose={close}
        />
      )}
      <ConfirmDialog
        open={asking === 'end'}
        onOpenChange={close}
        {...accessTexts.end.question(name)}
        onConfirm={end.run}
      />
      {refused && <VisitsDialog person={person} change={refused} onClose={() => setRefused(undefined)} />}
    </>
  )
}
