update allowance_accounts set charged_at = '2026-11-23T05:10:00.000Z' where subject = 'user:ada';
