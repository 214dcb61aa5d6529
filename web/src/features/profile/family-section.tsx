import type { FamilyMemberView } from '@jaanch/contracts/http/people'
import { UserPlus } from 'lucide-react'
import { toastFailure } from '@/components/toast-failure'
import { phoneText } from '@/lib/format/phone'
import { ageText, capitalised, initials } from '@/lib/format/text'
import { removeFamilyMember, useFamily } from '@/lib/resources/people'
import { lazyDialog } from '@/ui/lazy-part'
import { toast } from '@/ui/toast-store'
import { EditableList } from './editable-list'

const FamilyMemberDialog = lazyDialog(async () => (await import('./family-member-dialog')).FamilyMemberDialog)

export function FamilySection() {
  const list = useFamily()
  async function remove(member: FamilyMemberView) {
    try {
      await removeFamilyMember(member.id)
      toast.success('Family member removed')
    } catch (error) {
      toastFailure('Failed to remove family member', error, { repeat: () => void remove(member) })
    }
  }

  return (
    <EditableList
      title="Family Members"
      noun="Family Member"
      addIcon={UserPlus}
      emptyText="Add your family, and book their tests from your account."
      list={list}
      present={(member) => ({
        icon: initials(member.name),
        title: member.name,
        details: memberDetails(member),
        name: member.name,
      })}
      removal={(member) => ({
        title: `Remove ${member.name}`,
        description: 'Are you sure you want to remove this family member?',
      })}
      onRemove={remove}
    >
      {(member, onClose) => <FamilyMemberDialog member={member} onClose={onClose} />}
    </EditableList>
  )
}

function memberDetails({ relationship, age, gender, phone }: FamilyMemberView): string {
  const years = age !== null && ageText(age)
  return [capitalised(relationship), years, gender && capitalised(gender), phone && phoneText(phone)]
    .filter(Boolean)
    .join(' · ')
}
