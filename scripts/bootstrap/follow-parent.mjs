// Preloaded into the server: when the command that started it is killed (even by SIGKILL), the server ends like with SIGTERM.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
