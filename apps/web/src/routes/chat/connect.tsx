import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { DeviceScreen } from '../../features/account/connect/device-screen.tsx';

/** Guests have been redirected to the sign-in page. */
export const Route = createFileRoute('/connect')({ component: Connect });

function Connect() {
  const [code] = useState(() => new URLSearchParams(window.location.search).get('user_code') ?? '');
  const navigate = useNavigate();
  return <DeviceScreen code={code} onSignOut={() => void navigate({ to: '/' })} />;
}
