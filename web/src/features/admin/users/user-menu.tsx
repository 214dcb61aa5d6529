import type { UserView } from '@jaanch/contracts/http/auth'
import { Ban, CircleCheck, LogOut } from 'lucide-react'
import { useState } from 'react'
import { useCommand } from '@/components/use-command'
import { changeStanding, signUserOut } from '@/lib/resources/users'
import { useUser } from '@/lib/session/session-context'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { lazyDialog } from '@/ui/lazy-part'
import { Menu } from '@/ui/menu'
import { toast } from '@/ui/toast-store'
import { account, standing, signOut as texts } from './texts'

const ReasonDialog = lazyDialog(async () => (await import('@/components/reason-dialog')).ReasonDialog)

type UserMenuProps = { user: UserView; name: string; onChange: (user: UserView) => void }

/** What an admin can do to an account; their own is changed in their own settings. */
export function UserMenu({ user, name, onChange }: UserMenuProps) {
  const [asking, setAsking] = useState<'standing' | 'sign-out' | null>(null)
  const isSelf = useUser().id === user.id
  const close = () => setAsking(null)

  async function change(reason: string) {
    const changed = await changeStanding(user.id, !user.isActive, reason)
    onChange(changed)
    toast.success(standing[changed.isActive ? 'enable' : 'disable'].succeeded, name)
  }

  const { run } = useCommand({
    send: () => signUserOut(user.id),
    succeeded: [texts.succeeded, name],
    failed: texts.failed,
  })

  return (
    <>
      <Menu
        label={account.menu(name)}
        items={[
          {
            label: account.signOut,
            icon: LogOut,
            disabled: isSelf || !user.isActive,
            onSelect: () => setAsking('sign-out'),
          },
          user.isActive
            ? {
                label: account.disable,
                icon: Ban,
                disabled: isSelf,
                onSelect: () => setAsking('standing'),
              }
            : { label: account.enable, icon: CircleCheck, onSelect: () => setAsking('standing') },
        ]}
      />
      {asking === 'standing' && (
        <ReasonDialog
          {...standing[user.isActive ? 'disable' : 'enable'].dialog(name)}
          onSubmit={change}
          onClose={close}
        />
      )}
      <ConfirmDialog
        open={asking === 'sign-out'}
        onOpenChange={close}
        {...texts.question(name)}
        onConfirm={run}
      />
    </>
  )
}
