import type { FamilyMemberView } from '@jaanch/contracts/http/people'
import { UserPlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { removeFamilyMember, useFamily } from '@/lib/api/people'
import { ageText } from '@/lib/format/age'
import { initials } from '@/lib/format/ids'
import { phoneText } from '@/lib/format/phone'
import { capitalised } from '@/lib/format/words'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { toast } from '@/ui/toast-store'
import { Entry } from './entry'
import { EntryList } from './entry-list'
import { Section } from './section'

const MemberDialog = lazy(async () => ({ default: (await import('./member-dialog')).MemberDialog }))

export function FamilySection() {
  const { rows, loading } = useFamily()
  const [edited, setEdited] = useState<FamilyMemberView | 'new'>()
  const [leaving, setLeaving] = useState<FamilyMemberView>()

  async function remove({ id }: FamilyMemberView) {
    try {
      await removeFamilyMember(id)
      toast.success('Family member removed')
    } catch {
      toast.error('Failed to remove family member')
    }
  }

  return (
    <Section
      title="Family Members"
      action={
        <Button variant="soft" size="sm" onClick={() => setEdited('new')}>
          <UserPlus aria-hidden />
          <span>
            Add<span className="sr-only"> Family Member</span>
          </span>
        </Button>
      }
    >
      <EntryList loading={loading} empty="Add your family, and book their tests from your account.">
        {rows.map((member) => (
          <Entry
            key={member.id}
            icon={initials(member.name)}
            title={member.name}
            note={noteOf(member)}
            of={member.name}
            onEdit={() => setEdited(member)}
            onRemove={() => setLeaving(member)}
          />
        ))}
      </EntryList>
      <Suspense>
        {edited && (
          <MemberDialog member={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
        )}
      </Suspense>
      <ConfirmDialog
        open={leaving !== undefined}
        onOpenChange={() => setLeaving(undefined)}
        title={`Remove ${leaving?.name ?? ''}`}
        description="Are you sure you want to remove this family member?"
        confirmLabel="Remove"
        cancelLabel="Cancel"
        onConfirm={() => leaving && void remove(leaving)}
      />
    </Section>
  )
}

function noteOf({ relationship, age, gender, phone }: FamilyMemberView): string {
  const years = age !== null && ageText(age)
  return [capitalised(relationship), years, gender && capitalised(gender), phone && phoneText(phone)]
    .filter(Boolean)
    .join(' · ')
}
