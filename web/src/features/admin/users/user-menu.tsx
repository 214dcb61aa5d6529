import type { UserView } from '@jaanch/contracts/http/auth'
import { Ban, CircleCheck, LogOut } from 'lucide-react'
import { Suspense, useState } from 'react'
import { toastFailure } from '@/components/toast-failure'
import { changeStanding, signUserOut } from '@/lib/resources/users'
import { useUser } from '@/lib/session/session-context'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { lazyDialog } from '@/ui/lazy-part'
import { Menu } from '@/ui/menu'
import { toast } from '@/ui/toast-store'

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
    toast.success(changed.isActive ? 'Account enabled' : 'Account disabled', name)
  }

  async function signOut() {
    try {
      await signUserOut(user.id)
      toast.success('Signed out everywhere', name)
    } catch (error) {
      toastFailure('Failed to sign out', error, { repeat: () => void signOut() })
    }
  }

  return (
    <>
      <Menu
        label={`Account of ${name}`}
        items={[
          {
            label: 'Sign Out Everywhere',
            icon: LogOut,
            disabled: isSelf || !user.isActive,
            onSelect: () => setAsking('sign-out'),
          },
          user.isActive
            ? {
                label: 'Disable Account',
                icon: Ban,
                disabled: isSelf,
                onSelect: () => setAsking('standing'),
              }
            : { label: 'Enable Account', icon: CircleCheck, onSelect: () => setAsking('standing') },
        ]}
      />
      <Suspense>
        {asking === 'standing' && (
          <ReasonDialog
            title={user.isActive ? `Disable the account of ${name}?` : `Enable the account of ${name}?`}
            description={
              user.isActive
                ? 'They are signed out at once, everywhere, and cannot sign in.'
                : 'They can sign in again.'
            }
            submitLabel={user.isActive ? 'Disable' : 'Enable'}
            failure={user.isActive ? 'Failed to disable the account' : 'Failed to enable the account'}
            onSubmit={change}
            onClose={close}
          />
        )}
      </Suspense>
      <ConfirmDialog
        open={asking === 'sign-out'}
        onOpenChange={close}
        title={`Sign ${name} out everywhere?`}
        description="All their devices are signed out at once. They can sign in again."
        confirmLabel="Sign Out"
        cancelLabel="Cancel"
        onConfirm={() => void signOut()}
      />
    </>
  )
}
