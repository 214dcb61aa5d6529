import { keptFor } from '@jaanch/contracts/kept-for'
import { after, type ExportedData, type TablesData } from '@jaanch/platform/personal-data'
import { sql } from 'slonik'

export const shareTables: TablesData = {
  // with their files and looks
  shares: {
    ofPerson: [{ where: 'customer_id = $1' }],
    ...after(
      'links to shared results that are over, with who opened them',
      keptFor.shares,
      'coalesce(ended_at, expires_at)',
    ),
  },
  share_files: {
    deletedWith: 'shares',
    pruned: {
      what: 'copies of results behind links that have expired',
      keptFor: 'until their time',
      isOver: 'expires_at < statement_timestamp()',
    },
  },
  share_looks: { deletedWith: 'shares', ended: 'with the link that was opened' },
}

export const shareExport: ExportedData = {
  rows: ({ userId }) => ({
    shares: sql.fragment`
      select jsonb_build_object('label', label, 'familyMemberId', family_member_id, 'reports', reports, 'trends', trends,
                                'createdAt', created_at, 'expiresAt', expires_at, 'endedAt', ended_at, 'looks', (
               select jsonb_agg(jsonb_build_object('at', at, 'network', network, 'recipient', recipient, 'result', result) order by id)
                 from share_looks l where l.share_id = s.id)) as row
        from shares s where customer_id = ${userId}`,
  }),
}
