@echo off
rem Installs with the newest Python that the wheels are for. "install.cmd --uninstall" removes it again.
for %%v in (3.13 3.12 3.11) do (
    py -%%v -c "" >nul 2>nul && (
        py -%%v "%~dp0install.py" %*
        goto end
    )
)
python "%~dp0install.py" %*
:end
pause
