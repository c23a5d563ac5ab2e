import { configure } from '@testing-library/react';

// A busy machine is slow, not wrong: `findBy` and `waitFor` would give up after a second.
configure({ asyncUtilTimeout: 10_000 });
