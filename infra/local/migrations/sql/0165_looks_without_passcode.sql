-- asked: without a passcode; its owner sees it, and it is no try.
-- beside the release before: it reads no other column, and counts what is not opened as a try until it has ended
alter table share_looks drop constraint share_looks_result_check,
  add constraint share_looks_result_check check (result in ('opened', 'wrong', 'asked'));
